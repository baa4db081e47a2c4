import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { OperationError } from '../../../../shared/contract/errors';
import type { FileUse } from '../../../../shared/tools/file-uses';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { errorOf } from '../../app/bridge';
import type { SessionPaneProps } from '../../app/session-pane';
import type { SessionView } from '../../app/view-state';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { ErrorNotice } from '../../ui/error-notice';
import { FoldIcon } from '../../ui/icons';
import { spellOut } from '../../ui/invisible-characters';
import { countOf } from '../../ui/number-format';
import { ProgressBar } from '../../ui/progress-bar';
import { Tag } from '../../ui/tag';
import { TextInput } from '../../ui/text-input';
import { Time } from '../../ui/time';
import { UntrustedText } from '../../ui/untrusted-text';
import { focusCall } from '../entry/call-focus';
import { type CallTable, callTable, type PathCall } from '../entry/call-table';
import { useSessionScope } from '../entry/session-scope';
import { useViewedPath, type ViewedPath } from '../entry/viewed-path';
import panel from './entry-panel.module.css';
import styles from './files-panel.module.css';
import { countWords, type FileOnPath, filesOf, type UseOfFile } from './files-used';

interface FilesPanelProps extends SessionPaneProps {
  view: SessionView;
}

/** Listed at first; the others are a button away. */
const FIRST_SHOWN = 200;
const FILTERED_FROM = 9;

/** The files that the calls on the viewed path name, each with what was done to it, in order. */
export function FilesPanel({ file, session, heads, view }: FilesPanelProps) {
  const { index } = heads;
  const path = useViewedPath(file.fileId, session.id, heads, view);
  const reading = usePathCalls(index, path);
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query).toLowerCase();
  const files = useMemo(() => filesOf(reading.calls), [reading.calls]);
  const shown = useMemo(
    () => files.filter((each) => each.path.toLowerCase().includes(wanted)),
    [files, wanted],
  );
  const changed = files.filter(({ counts }) => counts.write + counts.edit > 0).length;

  if (reading.isDone && files.length === 0)
    return (
      <EmptyState title="No files on this path">
        No call on the path you are viewing names a file in its arguments.
      </EmptyState>
    );
  return (
    <div className={panel.panel}>
      {!reading.isDone && reading.error === null && (
        <ProgressBar
          progress={{ label: 'Reading calls', done: reading.done, total: reading.total, unit: 'entries' }}
        />
      )}
      {reading.error && (
        <ErrorNotice error={reading.error}>
          <Button onClick={reading.retry}>Try again</Button>
        </ErrorNotice>
      )}
      <p className={styles.about} role="status">
        {countOf(files.length, 'file')} on the viewed path{reading.isDone ? '' : ' so far'}, {changed}{' '}
        changed.
      </p>
      {files.length >= FILTERED_FROM && (
        <TextInput
          aria-label="Filter files"
          placeholder={`Filter ${countOf(files.length, 'file')}`}
          value={query}
          onChange={setQuery}
        />
      )}
      <Limited items={shown} noun="files">
        {(each) => <FileLine key={each.path} file={each} index={index} view={view} />}
      </Limited>
    </div>
  );
}

interface FileLineProps {
  file: FileOnPath;
  index: SessionIndex;
  view: SessionView;
}

function FileLine({ file, index, view }: FileLineProps) {
  const [isOpen, setOpen] = useState(false);
  const { fileId, sessionId } = useSessionScope();
  const go = ({ row, block }: PathCall) => {
    focusCall({ fileId, sessionId, row, block });
    view.selectEntry(row);
  };
  return (
    <div className={styles.file}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        title={spellOut(file.path)}
        onClick={() => setOpen(!isOpen)}
      >
        <FoldIcon isOpen={isOpen} />
        <FilePath path={file.path} />
        <span className={styles.counts}>{countWords(file)}</span>
      </button>
      {isOpen && (
        <Limited items={file.uses} noun="calls">
          {(use, at) => (
            <UseLine
              key={at}
              use={use}
              timeMs={index.timeMs(use.call.row)}
              isSelected={use.call.row === view.selectedRow}
              onGo={go}
            />
          )}
        </Limited>
      )}
    </div>
  );
}

/** The name of a file stays in view; of a long path the middle folders give way. */
function FilePath({ path }: { path: string }) {
  const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'), -1) + 1;
  // A path that ends in a slash is a folder, and its last part is its name all the same.
  const at = cut === path.length ? 0 : cut;
  return (
    <span className={styles.path}>
      {at > 0 && (
        <span className={styles.folder}>
          <UntrustedText text={path.slice(0, at)} />
        </span>
      )}
      <span className={styles.name}>
        <UntrustedText text={path.slice(at)} />
      </span>
    </span>
  );
}

interface UseLineProps {
  use: UseOfFile;
  timeMs: number;
  isSelected: boolean;
  onGo: (call: PathCall) => void;
}

function UseLine({ use: { call, use }, timeMs, isSelected, onGo }: UseLineProps) {
  return (
    <button
      type="button"
      className={styles.use}
      aria-current={isSelected || undefined}
      title="Go to this call"
      onClick={() => onGo(call)}
    >
      <span className={styles[use]}>{USE_WORDS[use]}</span>
      <code className={styles.tool}>
        <UntrustedText text={call.name} />
      </code>
      {call.isFailed && <Tag tone="err">✕ error</Tag>}
      <span className={styles.time}>
        <Time timeMs={timeMs} />
      </span>
    </button>
  );
}

const USE_WORDS: Readonly<Record<FileUse, string>> = { read: 'Read', write: 'Written', edit: 'Edited' };

interface LimitedProps<T> {
  items: readonly T[];
  noun: string;
  children: (item: T, at: number) => ReactNode;
}

function Limited<T>({ items, noun, children }: LimitedProps<T>) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      {(isWhole ? items : items.slice(0, FIRST_SHOWN)).map(children)}
      {!isWhole && items.length > FIRST_SHOWN && (
        <Button variant="ghost" onClick={() => setWhole(true)}>
          Show all {countOf(items.length, noun, noun)}
        </Button>
      )}
    </>
  );
}

/** The calls of a path, as far as they are read. */
interface CallReading {
  readonly calls: readonly PathCall[];
  readonly isDone: boolean;
  readonly done: number;
  readonly total: number;
  readonly error: OperationError | null;
  retry(): void;
}

/** Reads the calls of a path for as long as the component is there; what was read is kept. */
function usePathCalls(index: SessionIndex, path: ViewedPath): CallReading {
  const table = callTable(useSessionScope());
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<CallReading, 'retry'>>(NOTHING_READ);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads anew
  useEffect(() => {
    const stop = new AbortController();
    const show = (rest: Omit<CallReading, 'retry' | 'calls'>) => {
      if (!stop.signal.aborted) setState({ calls: callsOn(table, path), ...rest });
    };
    let total = 0;
    const onProgress = (done: number, all: number) => {
      total = all;
      show({ isDone: false, done, total, error: null });
    };
    table.read(index, path.rows, { signal: stop.signal, onProgress }).then(
      () => show({ isDone: true, done: total, total, error: null }),
      (reason: unknown) => show({ isDone: false, done: 0, total, error: errorOf(reason) }),
    );
    return () => stop.abort();
  }, [table, index, path, attempt]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}

const NOTHING_READ = { calls: [], isDone: false, done: 0, total: 0, error: null };

function callsOn(table: CallTable, path: ViewedPath): readonly PathCall[] {
  const calls: PathCall[] = [];
  for (const row of path.rows) for (const call of table.callsOf(row) ?? []) calls.push(call);
  return calls;
}
