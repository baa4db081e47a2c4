import { useMemo } from 'react';
import { numberOf, textOf } from '../../../../../shared/tools/arguments';
import { type WebHit, webHitsOf } from '../../../../../shared/tools/web-results';
import { CopyButton } from '../../../ui/copy-button';
import { countOf, formatBytes } from '../../../ui/number-format';
import { Tag } from '../../../ui/tag';
import { UntrustedText } from '../../../ui/untrusted-text';
import { MarkdownLink } from '../markdown-link';
import { AnswerPart } from './answer-part';
import { ArgumentList, hasOtherArguments } from './argument-list';
import type { CallView, ToolBodyProps } from './call-view';
import { LimitedLines } from './limited-lines';
import { ToolPart } from './tool-part';
import styles from './web-body.module.css';

/** A page that was fetched, or a search in the web. */
export function WebBody(props: ToolBodyProps) {
  const { paired, view, outcome } = props;
  const hits = useMemo(() => webHitsOf(view.output, view.details), [view]);
  const isSearch = textOf(view.args, 'query') !== null;
  return (
    <>
      {isSearch ? <Asked {...props} name="query" title="Search" /> : <Fetched {...props} />}
      {hits === null || paired.result?.isError ? (
        <AnswerPart
          result={paired.result}
          outcome={outcome}
          output={view.output}
          title={isSearch ? 'Result' : <FetchedFacts view={view} />}
          isProse={!isSearch && isWritten(view)}
        />
      ) : (
        <ToolPart
          title={countOf(hits.length, 'page')}
          actions={view.output ? <CopyButton label="Copy result" text={view.output} /> : null}
        >
          <LimitedLines lines={hits}>
            {(shown) => (
              <ol className={styles.hits}>
                {shown.map((hit, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a page may be found twice
                  <Hit key={at} hit={hit} />
                ))}
              </ol>
            )}
          </LimitedLines>
        </ToolPart>
      )}
    </>
  );
}

function Fetched(props: ToolBodyProps) {
  const url = textOf(props.view.args, 'url', 'uri');
  if (url === null) return <Asked {...props} name="prompt" title="Asked for" />;
  const { row, paired } = props;
  return (
    <ToolPart title="Page" actions={<CopyButton label="Copy address" text={url} />}>
      <p className={styles.address}>
        <MarkdownLink href={url}>
          <UntrustedText text={url} />
        </MarkdownLink>
      </p>
      {hasOtherArguments(paired.call.argumentsText, ADDRESS) && (
        <ArgumentList
          cut={paired.call.argumentsText}
          source={{ row, block: paired.block }}
          except={ADDRESS}
        />
      )}
    </ToolPart>
  );
}

const ADDRESS = ['url', 'uri'];

/** What was asked for in words, and with which further arguments. */
function Asked({ row, paired, view, name, title }: ToolBodyProps & { name: string; title: string }) {
  const words = textOf(view.args, name);
  const { argumentsText } = paired.call;
  const except = words === null ? [] : [name];
  return (
    <ToolPart title={title} actions={words && <CopyButton label="Copy query" text={words} />}>
      {words !== null && (
        <p className={styles.query}>
          <UntrustedText text={words} isProse />
        </p>
      )}
      {hasOtherArguments(argumentsText, except) && (
        <ArgumentList cut={argumentsText} source={{ row, block: paired.block }} except={except} />
      )}
    </ToolPart>
  );
}

function Hit({ hit: { title, url, excerpt } }: { hit: WebHit }) {
  return (
    <li>
      <MarkdownLink href={url}>
        <UntrustedText text={title} isProse />
      </MarkdownLink>
      {excerpt !== null && excerpt.trim() !== '' && (
        <p className={styles.excerpt}>
          <UntrustedText text={excerpt.slice(0, MOST_EXCERPT_CHARS)} isProse />
          {excerpt.length > MOST_EXCERPT_CHARS && ' …'}
        </p>
      )}
    </li>
  );
}

/** The result has it whole. */
const MOST_EXCERPT_CHARS = 400;

/** What the answer of a server says of itself. */
function FetchedFacts({ view: { details } }: { view: CallView }) {
  const part = details[0];
  if (part === undefined) return 'Result';
  const status = numberOf(part, 'status', 'code');
  const bytes = numberOf(part, 'bytes');
  const mediaType = textOf(part, 'content_type', 'contentType');
  return (
    <span className={styles.facts}>
      Result
      {status !== null && <Tag tone={status < 400 ? 'plain' : 'warn'}>{status}</Tag>}
      {mediaType !== null && <UntrustedText text={mediaType} />}
      {bytes !== null && <span>{formatBytes(bytes)}</span>}
    </span>
  );
}

/** A page of text for people: pages are fetched as Markdown, but what else there is keeps its shape. */
function isWritten({ details, output }: CallView): boolean {
  const mediaType = details
    .map((part) => textOf(part, 'content_type', 'contentType'))
    .find((type) => type !== null);
  if (mediaType) return /html|markdown/i.test(mediaType) && !/^\s*</.test(output ?? '');
  return output !== null && !/^\s*[<[{]/.test(output);
}
