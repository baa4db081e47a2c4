import { useEffect, useMemo } from 'react';
import type { Body } from '../../../../shared/model/body';
import type { EntryKind } from '../../../../shared/model/kind';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { resultOf } from '../../../../shared/tree/tool-calls';
import { Button } from '../../ui/button';
import { ErrorNotice } from '../../ui/error-notice';
import { countOf } from '../../ui/number-format';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { useCallFocus } from '../entry/call-focus';
import { useBody } from '../entry/entry-body';
import { useFoundIn, useFoundPlace } from '../entry/found-place';
import { useSessionScope } from '../entry/session-scope';
import { StoredRecord } from '../entry/stored-record';
import { STEP_BLOCKS, useBlockWindow } from './block-window';
import { EntryBlock } from './entry-blocks';
import { EntryHeader } from './entry-header';
import styles from './message-item.module.css';
import { ToolCard } from './tool-card';
import { ResultBlocks } from './tools/tool-part';
import { useTurnResults } from './turn-results';

export interface MessageItemProps {
  index: SessionIndex;
  row: number;
  /** Rows of the results shown in this item. */
  results: readonly number[];
  labels: readonly string[];
  /** The selected entry if it is this one or one of its results, else -1. */
  selectedRow: number;
  /** Nothing follows on the path but these results. */
  isLastOnPath: boolean;
  onSelect: (row: number) => void;
  /** Tells of results that belong to no call here, to be shown in their own place. */
  onApart: (rows: readonly number[]) => void;
  /** Called once the content is there. */
  onLoaded: (row: number) => void;
}

/** An entry that is part of the conversation, or one with something wrong. */
export function MessageItem(props: MessageItemProps) {
  const { index, row, labels, onSelect, onLoaded } = props;
  const state = useBody(row);
  const body = state.status === 'loaded' ? state.body : null;
  const isThere = state.status !== 'loading';
  useEffect(() => {
    if (isThere) onLoaded(row);
  }, [isThere, row, onLoaded]);

  return (
    <>
      <EntryHeader
        index={index}
        row={row}
        labels={labels}
        model={body?.model ?? null}
        usage={body?.usage ?? null}
        onSelect={onSelect}
      >
        {body && <StopTag body={body} />}
        {index.isKind(row, 'tool_result') && (
          <Tag tone="warn" title="Shown in its own place: no open call above on this path has its id">
            ! no open call
          </Tag>
        )}
      </EntryHeader>
      {state.status === 'failed' && (
        <ErrorNotice error={state.error}>
          <Button onClick={state.retry}>Try again</Button>
        </ErrorNotice>
      )}
      {state.status === 'loading' && <Placeholder index={index} row={row} />}
      {body && <MessageBody {...props} body={body} />}
    </>
  );
}

/** What the head knows already, until the body is there. */
function Placeholder({ index, row }: { index: SessionIndex; row: number }) {
  const preview = index.preview(row) || index.toolNames(row);
  return (
    <p className={styles.placeholder} aria-busy="true">
      {preview === '' ? '…' : <UntrustedText text={preview} isProse />}
    </p>
  );
}

function MessageBody(props: MessageItemProps & { body: Body }) {
  const { index, row, body } = props;
  const kind = index.kind(row);
  const isWrong = body.problems.length > 0 || kind === 'unknown';
  return (
    <div className={FRAMES[kind]}>
      {body.problems.map((problem) => (
        <p key={problem} className={styles.problem}>
          <b>!</b> <UntrustedText text={problem} isProse />
        </p>
      ))}
      {kind === 'tool_result' ? <LoneResult body={body} /> : <Blocks {...props} />}
      {body.errorMessage !== null && (
        <p className={styles.error}>
          ✕ <UntrustedText text={body.errorMessage} isProse />
        </p>
      )}
      {isWrong && <StoredRecord row={row} />}
    </div>
  );
}

/** Who speaks shows at the edge as well: the user, and what neither the user nor the model wrote. */
const FRAMES: Partial<Record<EntryKind, string | undefined>> = {
  user: styles.user,
  system: styles.aside,
  custom_message: styles.aside,
};

function Blocks(props: MessageItemProps & { body: Body }) {
  const { index, row, results, isLastOnPath, onApart, selectedRow, body } = props;
  const wanted = useWantedBlock(props);
  const [{ from, to }, draw] = useBlockWindow(row, body.blocks.length, wanted);
  const { pairing, isLoading } = useTurnResults(body, results, { from, to });
  const apart = isLoading ? '' : pairing.apart.join();
  useEffect(() => {
    if (apart !== '') onApart(apart.split(',').map(Number));
  }, [apart, onApart]);

  const calls = useMemo(() => new Map(pairing.calls.map((paired) => [paired.block, paired])), [pairing]);
  const inner = useMemo(() => new Set(pairing.inner), [pairing]);
  const isAssistant = index.isKind(row, 'assistant');
  return (
    <>
      <MoreBlocks left={from} where="before" onMore={() => draw({ from: from - STEP_BLOCKS, to })} />
      {body.blocks.slice(from, to).map((block, offset) => {
        const at = from + offset;
        const key = `${row}:${at}`;
        // The card of the call has it.
        if (inner.has(at)) return null;
        if (block.type !== 'tool_call') {
          return (
            <EntryBlock
              key={key}
              row={row}
              at={at}
              block={block}
              textStyle={isAssistant ? 'markdown' : 'plain'}
            />
          );
        }
        const paired = calls.get(at);
        return (
          paired && (
            <ToolCard
              key={key}
              row={row}
              paired={paired}
              isLastOnPath={isLastOnPath}
              isLoading={isLoading && paired.result === null}
              selectedRow={selectedRow}
              durationMs={
                // A result that stands in the entry of its call has no time of its own.
                paired.result && paired.result.body.row !== row
                  ? index.timeMs(paired.result.body.row) - index.timeMs(row)
                  : Number.NaN
              }
            />
          )
        );
      })}
      <MoreBlocks
        left={body.blocks.length - to}
        where="after"
        onMore={() => draw({ from, to: to + STEP_BLOCKS })}
      />
    </>
  );
}

/** The block that has to be drawn, as it was found, chosen or gone to; -1 for none. */
function useWantedBlock({ row, results, selectedRow, body }: MessageItemProps & { body: Body }): number {
  const { fileId, sessionId } = useSessionScope();
  const foundBlock = useFoundIn(row, null)?.hit.block ?? -1;
  const foundResult = useFoundPlace(({ place }) =>
    place?.fileId === fileId && place.sessionId === sessionId ? results.indexOf(place.row) : -1,
  );
  const focusedBlock = useCallFocus(({ focus }) =>
    focus?.fileId === fileId && focus.sessionId === sessionId && focus.row === row ? focus.block : null,
  );
  if (foundBlock >= 0) return foundBlock;
  const result = foundResult >= 0 ? foundResult : results.indexOf(selectedRow);
  return result >= 0 ? callBlock(body, result) : (focusedBlock ?? -1);
}

/** Block of the call that a result likely answers: most come in the order of their calls. */
function callBlock(body: Body, result: number): number {
  let call = -1;
  return body.blocks.findIndex((block) => block.type === 'tool_call' && ++call === result);
}

interface MoreBlocksProps {
  left: number;
  where: 'before' | 'after';
  onMore: () => void;
}

/** Leads to the blocks of an entry that are not drawn. */
function MoreBlocks({ left, where, onMore }: MoreBlocksProps) {
  if (left <= 0) return null;
  return (
    <p className={styles.more}>
      <Button onClick={onMore}>
        {where === 'before' ? 'Show more before these' : 'Show more'} ({countOf(left, 'part')} of this entry)
      </Button>
    </p>
  );
}

/** A result without its call above: in a frame like a call's, open. */
function LoneResult({ body }: { body: Body }) {
  const head = body.blocks.find((block) => block.type === 'tool_result');
  const isError = head?.isError ?? false;
  return (
    <div className={styles.lone}>
      <p className={styles.loneHead}>
        <code>
          <UntrustedText text={head?.name ?? 'unnamed tool'} />
        </code>
        {isError && <Tag tone="err">✕ error</Tag>}
        {head?.callId !== null && head?.callId !== undefined && (
          <code className={styles.callId}>
            <UntrustedText text={head.callId} />
          </code>
        )}
      </p>
      <ResultBlocks result={resultOf(body, isError)} />
    </div>
  );
}

/** Why a model stopped, when that was not the ordinary end of a turn. */
function StopTag({ body: { stopReason } }: { body: Body }) {
  if (stopReason === null || ORDINARY.has(stopReason)) return null;
  return (
    <Tag tone={stopReason === 'error' ? 'err' : 'warn'} title="Why the model stopped">
      <UntrustedText text={stopReason} />
    </Tag>
  );
}

const ORDINARY: ReadonlySet<string> = new Set(['stop', 'toolUse', 'end_turn', 'tool_use', 'tool-calls', '']);
