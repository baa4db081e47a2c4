import { useMemo } from 'react';
import { isJsonNumber, isJsonObject, type JsonMember, type JsonNode } from '../../../../../shared/json/node';
import { LARGEST_MAX_DEPTH, parseJson } from '../../../../../shared/json/parse';
import { printJson } from '../../../../../shared/json/print';
import type { CutText } from '../../../../../shared/model/body';
import { UntrustedText } from '../../../ui/untrusted-text';
import { CodeText } from '../../entry/code-text';
import { formatJson } from '../../entry/json-text';
import { JsonView } from '../../entry/json-view';
import styles from './argument-list.module.css';
import { NoneHere } from './tool-part';

interface ArgumentListProps {
  cut: CutText;
  source: { readonly row: number; readonly block: number };
  /** Arguments that are shown elsewhere already. */
  except?: readonly string[];
}

/** More arguments than that are no list that anybody reads. */
const MOST_MEMBERS = 200;

/** The arguments of a call by their names, each value as what it is; as JSON where they are no object. */
export function ArgumentList({ cut, source, except = [] }: ArgumentListProps) {
  const members = useMemo(() => membersOf(cut), [cut]);
  if (members === null || members.length > MOST_MEMBERS) return <JsonView cut={cut} source={source} isBare />;
  const shown = members.filter(({ key }) => !except.includes(key));
  if (shown.length === 0) return <NoneHere>None</NoneHere>;
  return (
    <dl className={styles.list}>
      {shown.map(({ key, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a key may be there twice
        <Argument key={at} name={key} value={value} />
      ))}
    </dl>
  );
}

/** Whether a call has arguments beside those that are shown elsewhere. */
export function hasOtherArguments(cut: CutText, except: readonly string[]): boolean {
  const members = membersOf(cut);
  return members === null ? cut.totalChars > 0 : members.some(({ key }) => !except.includes(key));
}

/** The members of the object that a whole text holds, also where it stands in a string; digits and doubled keys kept. */
function membersOf({ text, totalChars }: CutText): readonly JsonMember[] | null {
  if (text.length < totalChars) return null;
  const parsed = parseJson(text, { maxDepth: LARGEST_MAX_DEPTH });
  if (!parsed.ok) return null;
  if (isJsonObject(parsed.node)) return parsed.node.members;
  if (typeof parsed.node !== 'string') return null;
  const inner = parseJson(parsed.node, { maxDepth: LARGEST_MAX_DEPTH });
  return inner.ok && isJsonObject(inner.node) ? inner.node.members : null;
}

function Argument({ name, value }: { name: string; value: JsonNode }) {
  const { text, isJson } = useMemo(() => textOfValue(value), [value]);
  const isBlock = text.length > 120 || text.includes('\n');
  return (
    <>
      <dt className={styles.name}>
        <UntrustedText text={name} />
      </dt>
      <dd className={isBlock ? styles.block : styles.value}>
        {isJson || isBlock ? (
          <CodeText cut={{ text, totalChars: text.length }} language={isJson ? 'json' : null} isBare />
        ) : typeof value === 'string' ? (
          <UntrustedText text={text} isProse />
        ) : (
          <code>
            <UntrustedText text={text} />
          </code>
        )}
      </dd>
    </>
  );
}

/** Text as it is, and JSON set out on lines, also where it stands in a string. */
function textOfValue(value: JsonNode): { readonly text: string; readonly isJson: boolean } {
  if (typeof value === 'string') {
    const inner = /^\s*[[{]/.test(value) ? formatJson(value) : null;
    return inner === null ? { text: value, isJson: false } : { text: inner, isJson: true };
  }
  if (value === null || typeof value === 'boolean' || isJsonNumber(value))
    return { text: printJson(value), isJson: false };
  const line = printJson(value);
  return { text: line.length <= 40 ? line : printJson(value, 2), isJson: true };
}
