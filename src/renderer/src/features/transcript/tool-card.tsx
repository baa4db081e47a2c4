import { memo, useMemo, useRef } from 'react';
import { textOf } from '../../../../shared/tools/arguments';
import { storedDurationMs } from '../../../../shared/tools/details';
import { pathOf } from '../../../../shared/tools/family';
import { parsePatch, patchTextOf } from '../../../../shared/tools/patch';
import { shellCommand, shellEnd } from '../../../../shared/tools/shell';
import { todosOf } from '../../../../shared/tools/todos';
import { type Outcome, outcomeOf, type PairedCall } from '../../../../shared/tree/tool-calls';
import { classNames } from '../../ui/class-names';
import { CopyButton } from '../../ui/copy-button';
import { FoldIcon } from '../../ui/icons';
import { formatBytes, formatDuration } from '../../ui/number-format';
import { SegmentedControl } from '../../ui/segmented-control';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { type CallFocus, useCallArrival, useCallFocus } from '../entry/call-focus';
import { type FoundPlace, useFoundIn } from '../entry/found-place';
import { mainArgument } from '../entry/json-text';
import { JsonView } from '../entry/json-view';
import { useSessionScope } from '../entry/session-scope';
import { useFold } from './folds';
import styles from './tool-card.module.css';
import { type CallView, callView } from './tools/call-view';
import { hasToolBody, ToolBody } from './tools/tool-body';
import { NoneHere, ResultPart, ToolPart } from './tools/tool-part';

interface ToolCardProps {
  row: number;
  paired: PairedCall;
  /** Nothing but results of the same entry follows on the path. */
  isLastOnPath: boolean;
  /** Results are still being read. */
  isLoading: boolean;
  /** Row of the selected entry, if that is the one that calls or one of its results; else -1. */
  selectedRow: number;
  /** From the call to its result, by their times; NaN where one has none. */
  durationMs: number;
}

/** How long entries take to settle after one of them was gone to. */
const SETTLED_MS = 150;

/** A tool call with its result, folded to one line. */
export const ToolCard = memo(function ToolCard({
  row,
  paired,
  isLastOnPath,
  isLoading,
  selectedRow,
  durationMs,
}: ToolCardProps) {
  const { call, result, block } = paired;
  const found = useFoundInCall(row, paired);
  const [isOpen, toggle] = useFold(`${row}:${block}`, found);
  const line = useRef<HTMLButtonElement>(null);
  const resultRow = result?.body.row ?? -1;
  const focus = useFocusOf(row, block, resultRow);
  useCallArrival(focus, () => {
    if (!isOpen) toggle();
    // Of an entry with many calls it may be far down; by then what is around it has taken its height.
    setTimeout(() => line.current?.scrollIntoView({ block: 'nearest' }), SETTLED_MS);
  });
  const isSelected = selectedRow >= 0 && (selectedRow === resultRow || selectedRow === focus?.row);
  const view = useMemo(() => callView({ call, result }), [call, result]);
  const outcome = isLoading ? null : outcomeOf(result, isLastOnPath);
  const exitCode = useMemo(() => failedExitCode(view), [view]);
  const storedMs = useMemo(() => storedDurationMs(view.details), [view]);
  return (
    <div
      data-block={block}
      className={classNames(
        styles.card,
        outcome === 'error' && styles.failed,
        outcome === 'missing' && styles.unanswered,
        isSelected && styles.selected,
      )}
    >
      <button ref={line} type="button" className={styles.line} aria-expanded={isOpen} onClick={toggle}>
        <FoldIcon isOpen={isOpen} />
        <code className={styles.name}>
          <UntrustedText text={call.name} />
        </code>
        <code className={styles.argument}>
          <UntrustedText text={argumentOf(view, call.argumentsText.text)} />
        </code>
        {exitCode !== null && (
          <Tag tone="warn" title="Exit code of the command">
            exit {exitCode}
          </Tag>
        )}
        {outcome && !(outcome === 'ok' && exitCode !== null) && <OutcomeTag outcome={outcome} />}
        {result && <Duration storedMs={storedMs} byTimesMs={durationMs} />}
        {/* Of a result in the entry of its call no size is known apart. */}
        {result && result.body.row !== row && (
          <span className={styles.size}>
            <Tag>{formatBytes(result.body.sizeBytes)}</Tag>
          </span>
        )}
      </button>
      {isOpen && <OpenCard row={row} paired={paired} view={view} outcome={outcome} />}
    </div>
  );
});

/** Times in whole seconds tell nothing of a call that took less; `0.0 s` says no more. */
const LEAST_SHOWN_MS = 50;

/** How long a call took, as it is stored, else by the times of the call and of its result. */
function Duration({ storedMs, byTimesMs }: { storedMs: number | null; byTimesMs: number }) {
  if (storedMs !== null) {
    return (
      <span className={styles.duration} title="How long the call took, as stored">
        {formatDuration(storedMs)}
      </span>
    );
  }
  return byTimesMs >= LEAST_SHOWN_MS ? (
    <span className={styles.duration} title="From the call to its result, by their times">
      ≈ {formatDuration(byTimesMs)}
    </span>
  ) : null;
}

/** What was gone to last, if it is this call or its result. */
function useFocusOf(row: number, block: number, resultRow: number): CallFocus | null {
  const { fileId, sessionId } = useSessionScope();
  return useCallFocus(({ focus }) => {
    if (focus?.fileId !== fileId || focus.sessionId !== sessionId) return null;
    const isMeant =
      focus.block === null ? focus.row === resultRow : focus.row === row && focus.block === block;
    return isMeant ? focus : null;
  });
}

/** What is found in the arguments or in the result; the name of the tool stands on the line. */
function useFoundInCall(row: number, { block, result }: PairedCall): FoundPlace | null {
  const inArguments = useFoundIn(row, block);
  const inResult = useFoundIn(result?.body.row ?? -1, null);
  return inArguments?.hit.isInName ? inResult : (inArguments ?? inResult);
}

interface OpenCardProps {
  row: number;
  paired: PairedCall;
  view: CallView;
  outcome: Outcome | null;
}

const FORMS = [
  { value: 'formatted', label: 'Formatted' },
  { value: 'raw', label: 'As stored' },
] as const;

/** What went in and what came out: set out as its kind asks for, or as it is stored. */
function OpenCard({ row, paired, view, outcome }: OpenCardProps) {
  const { call, result, block } = paired;
  const found = useFoundInCall(row, paired);
  const [isRaw, toggleRaw] = useFold(`${row}:${block}:raw`, found?.isStoredForm ? found : null);
  const { argumentsText } = call;
  const hasForms = hasToolBody(view);
  return (
    <>
      {hasForms && (
        <div className={styles.forms}>
          <SegmentedControl
            label="Form of the call"
            segments={FORMS}
            value={isRaw ? 'raw' : 'formatted'}
            onChange={toggleRaw}
          />
        </div>
      )}
      {hasForms && !isRaw ? (
        <ToolBody row={row} paired={paired} view={view} outcome={outcome} />
      ) : (
        <>
          <ToolPart
            title={`Arguments${call.asString ? ', stored as a string' : ''}`}
            actions={
              argumentsText.text.length === argumentsText.totalChars &&
              argumentsText.totalChars > 0 && <CopyButton label="Copy arguments" text={argumentsText.text} />
            }
          >
            {argumentsText.totalChars === 0 ? (
              <NoneHere>None</NoneHere>
            ) : (
              <JsonView cut={argumentsText} source={{ row, block }} isBare />
            )}
          </ToolPart>
          <ResultPart result={result} outcome={outcome} output={view.output} />
        </>
      )}
    </>
  );
}

/** What a call is recognised by, on one line. */
function argumentOf({ family, args }: CallView, text: string): string {
  const told = tellingArgument(family, args);
  return mainArgument(told ? JSON.stringify(told) : text);
}

function tellingArgument(family: CallView['family'], args: CallView['args']): string | null | undefined {
  switch (family) {
    case 'shell':
      return shellCommand(args)?.command;
    case 'patch':
      return patchedPaths(args);
    case 'grep':
      // What is looked for says more than where.
      return [textOf(args, 'pattern', 'query'), pathOf(args)].filter((word) => word !== null).join(' · ');
    case 'todo':
      return todoWords(args);
    case 'agent':
      // The words of the task are few, those of the prompt many.
      return textOf(args, 'description', 'task_description', 'prompt', 'message');
    default:
      return null;
  }
}

/** How far a list of things to do is, and what is being done. */
function todoWords(args: CallView['args']): string | null {
  const todos = todosOf(args);
  if (todos.length === 0) return null;
  const done = todos.filter(({ status }) => status === 'completed').length;
  const current = todos.find(({ status }) => status === 'in-progress');
  return `${done} of ${todos.length} done${current ? ` · ${current.text}` : ''}`;
}

/** The files of a patch. */
function patchedPaths(args: CallView['args']): string {
  return parsePatch(patchTextOf(args) ?? '')
    .map(({ path }) => path)
    .join(', ');
}

/**
 * The code of a command that ended with another than 0; null for any other call. To many programs that is no error, so
 * it is told in place of how the call ended.
 */
function failedExitCode({ family, output, details }: CallView): number | null {
  if (family !== 'shell') return null;
  const { exitCode } = shellEnd(output ?? '', details);
  return exitCode === 0 ? null : exitCode;
}

/** How a call ended, in a word and a colour. */
function OutcomeTag({ outcome }: { outcome: Outcome }) {
  switch (outcome) {
    case 'ok':
      return <Tag tone="ok">ok</Tag>;
    case 'error':
      return <Tag tone="err">✕ error</Tag>;
    case 'pending':
      return (
        <Tag tone="accent" title="The path ends before its result">
          … pending
        </Tag>
      );
    case 'missing':
      return (
        <Tag tone="warn" title="No result on this path answers this call">
          ! no result
        </Tag>
      );
  }
}
