// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed freely, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: a table is read, its controls are the stops
import { memo, useState } from 'react';
import { modelBlocks } from '../../../../shared/context/model-blocks';
import type { Block, Body } from '../../../../shared/model/body';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { LinkButton } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { formatBytes } from '../../ui/number-format';
import { Time } from '../../ui/time';
import { UntrustedText } from '../../ui/untrusted-text';
import { CodeText } from '../entry/code-text';
import { useBody } from '../entry/entry-body';
import { JsonView } from '../entry/json-view';
import { kindWords } from '../entry/kind-words';
import { LongText } from '../entry/long-text';
import styles from './context-line.module.css';
import type { ContextRow } from './context-rows';

interface ContextLineProps {
  index: SessionIndex;
  line: ContextRow;
  onGoTo: (row: number) => void;
}

/** An entry as it stands on the path, and what the model is given of it. */
export const ContextLine = memo(function ContextLine({ index, line, onGoTo }: ContextLineProps) {
  const { row, state, order } = line;
  return (
    <div className={classNames(styles.row, styles[state])}>
      <div role="cell" className={styles.cell}>
        {state !== 'summary' && <StoredEntry index={index} line={line} onGoTo={onGoTo} />}
      </div>
      <div role="cell" className={styles.order}>
        {order > 0 && order}
      </div>
      <div role="cell" className={styles.cell}>
        {order > 0 ? (
          <GivenEntry index={index} row={row} />
        ) : (
          <p className={styles.quiet}>{INSTEAD[state]}</p>
        )}
      </div>
    </div>
  );
});

/** What stands in the place of what is not given. */
const INSTEAD: Readonly<Record<ContextRow['state'], string>> = {
  given: '',
  summary: '',
  removed: 'removed by the compaction',
  never: 'bookkeeping, never given',
  'given-before': 'its summary is given first, above what it keeps',
};

function StoredEntry({ index, line, onGoTo }: ContextLineProps) {
  const { row } = line;
  const kind = index.kind(row);
  const tools = index.toolNames(row);
  return (
    <p className={styles.line}>
      <button
        type="button"
        className={classNames(styles.role, styles[kind])}
        title="Show this entry in the transcript"
        onClick={() => onGoTo(row)}
      >
        {kindWords(kind).word}
      </button>
      {tools !== '' && (
        <code className={styles.tools}>
          <UntrustedText text={tools} />
        </code>
      )}
      <span className={styles.preview}>
        <UntrustedText text={index.preview(row)} isProse />
      </span>
      <span className={styles.time}>
        <Time timeMs={index.timeMs(row)} />
      </span>
    </p>
  );
}

/** Longer contents are folded at first. */
const FOLDED_CHARS = 900;
const FOLDED_LINES = 14;

function GivenEntry({ index, row }: { index: SessionIndex; row: number }) {
  const state = useBody(row);
  const [isWhole, setWhole] = useState(false);
  const kind = index.kind(row);
  if (state.status === 'failed') return <p className={styles.failed}>{state.error.message}</p>;
  if (state.status === 'loading')
    return (
      <p className={styles.loading} aria-busy="true">
        <UntrustedText text={index.preview(row)} isProse />
      </p>
    );
  const given = new Set(modelBlocks(kind, state.body));
  const isLong = !isWhole && isLongContent([...given]);
  return (
    <>
      <p className={styles.who}>
        {kindWords(kind).word}
        {state.body.role !== null && state.body.role !== kind && (
          <span className={styles.storedRole}>
            <UntrustedText text={state.body.role} />
          </span>
        )}
      </p>
      <div className={isLong ? styles.folded : undefined}>
        <Blocks body={state.body} given={given} row={row} />
      </div>
      {isLong && (
        <p className={styles.unfold}>
          <LinkButton onClick={() => setWhole(true)}>Show all of it</LinkButton>
        </p>
      )}
    </>
  );
}

/** Whether a content takes more room than a glance. */
function isLongContent(blocks: readonly Block[]): boolean {
  const text = blocks.map((block) =>
    'text' in block ? block.text : 'argumentsText' in block ? block.argumentsText.text : '',
  );
  const chars = text.reduce((sum, each) => sum + each.length, 0);
  return chars > FOLDED_CHARS || text.join('\n').split('\n', FOLDED_LINES + 1).length > FOLDED_LINES;
}

function Blocks({ body, given, row }: { body: Body; given: ReadonlySet<Block>; row: number }) {
  const isResult = body.blocks.some((block) => block.type === 'tool_result');
  if (given.size === 0) return <p className={styles.quiet}>Nothing is said.</p>;
  return body.blocks.map((block, at) =>
    given.has(block) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
      <GivenBlock key={at} block={block} isResult={isResult} source={{ row, block: at }} />
    ) : null,
  );
}

interface GivenBlockProps {
  block: Block;
  isResult: boolean;
  source: { readonly row: number; readonly block: number };
}

function GivenBlock({ block, isResult, source }: GivenBlockProps) {
  switch (block.type) {
    case 'text':
      if (isResult) return <CodeText cut={block} source={source} isOutput />;
      return <Prose block={block} source={source} />;
    case 'thinking':
      return (
        <>
          <p className={styles.caption}>Thinking</p>
          <Prose block={block} source={source} />
        </>
      );
    case 'tool_call':
      return (
        <>
          <p className={styles.caption}>
            Calls{' '}
            <code className={styles.name}>
              <UntrustedText text={block.name} />
            </code>
          </p>
          <JsonView cut={block.argumentsText} source={source} />
        </>
      );
    case 'tool_result':
      return (
        <p className={styles.caption}>
          Result of{' '}
          <code className={styles.name}>
            <UntrustedText text={block.name ?? 'a tool without a name'} />
          </code>
          {block.isError && ', an error'}
        </p>
      );
    case 'image':
      return (
        <p className={styles.caption}>
          Image <UntrustedText text={block.mediaType ?? ''} />{' '}
          {block.totalChars > 0 && formatBytes(Math.floor((block.totalChars * 3) / 4))}
        </p>
      );
    case 'raw':
      return (
        <>
          <p className={styles.caption}>
            <UntrustedText text={block.label} />
          </p>
          <JsonView cut={block} source={source} />
        </>
      );
  }
}

function Prose({
  block,
  source,
}: {
  block: Extract<Block, { type: 'text' | 'thinking' }>;
  source: GivenBlockProps['source'];
}) {
  return (
    <LongText cut={block} source={source}>
      {(first, more) => (
        <div className={styles.prose}>
          {[first, ...more].map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end
            <UntrustedText key={at} text={part} isProse />
          ))}
        </div>
      )}
    </LongText>
  );
}
