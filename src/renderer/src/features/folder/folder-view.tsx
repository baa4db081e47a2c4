import { useDeferredValue, useMemo } from 'react';
import type { OpenFolder } from '../../../../shared/contract/folder';
import { call, errorOf } from '../../app/bridge';
import { showSessionOnceRead } from '../../app/linked-place';
import { perform } from '../../app/perform';
import { FOLDER_FILTER_ID } from '../../app/shell-actions';
import { PROGRESS_AFTER_MS, useElapsed } from '../../app/use-elapsed';
import { Button, IconButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { ErrorNotice } from '../../ui/error-notice';
import { CloseIcon, FolderIcon, ReloadIcon } from '../../ui/icons';
import { Kbd } from '../../ui/kbd';
import { countOf, formatCount } from '../../ui/number-format';
import { ProgressLine } from '../../ui/progress-bar';
import { showToast } from '../../ui/toast-store';
import { useFolderChoice } from './folder-choices';
import { type FolderRow, filteredRows, folderRows } from './folder-rows';
import { useFolderScan } from './folder-scans';
import type { FolderScan } from './folder-stream';
import { FolderTable } from './folder-table';
import styles from './folder-view.module.css';

/** The sessions found in a folder, the one written last first. */
export function FolderView({ folder }: { folder: OpenFolder }) {
  const { folderId } = folder;
  const { scan, cancel } = useFolderScan(folder);
  const { filter, currentKey, hasSubAgents, choose } = useFolderChoice(folderId);
  // A keystroke does not wait for thousands of lines.
  const wanted = useDeferredValue(filter);
  const all = useMemo(() => folderRows(scan.files), [scan.files]);
  const rows = useMemo(() => filteredRows(all, wanted, hasSubAgents), [all, wanted, hasSubAgents]);
  const subAgentCount = useMemo(() => all.filter((row) => row.isSubAgent).length, [all]);
  const reload = () => perform('folders.reload', { folderId });

  return (
    <main className={styles.view} tabIndex={-1} aria-label="Sessions in the folder">
      <div className={styles.bar}>
        <Filter value={filter} onChange={(text) => choose({ filter: text, currentKey: null })} />
        {subAgentCount > 0 && (
          <Button
            variant="ghost"
            aria-pressed={hasSubAgents}
            onClick={() => choose({ hasSubAgents: !hasSubAgents })}
          >
            {hasSubAgents ? 'Hide' : 'Show'} {countOf(subAgentCount, 'sub-agent')}
          </Button>
        )}
        <span className={styles.space} />
        <Status scan={scan} onCancel={cancel} />
        {scan.status !== 'scanning' && (
          <IconButton label="Look through the folder again" icon={<ReloadIcon />} onClick={reload} />
        )}
      </div>
      {scan.status === 'failed' && scan.error && (
        <div className={styles.fault}>
          <ErrorNotice error={scan.error}>
            <Button onClick={reload}>Try again</Button>
          </ErrorNotice>
        </div>
      )}
      {rows.length > 0 ? (
        <FolderTable
          folderId={folderId}
          rows={rows}
          currentKey={currentKey}
          onMove={(key) => choose({ currentKey: key })}
          onOpen={(row) => open(folderId, row)}
        />
      ) : (
        <Nothing
          scan={scan}
          isFiltered={all.length > 0}
          onClear={() => choose({ filter: '', hasSubAgents: true })}
        />
      )}
      <Footer scan={scan} rows={rows} all={all} />
    </main>
  );
}

/** Opens the file of a line, and shows its session. */
function open(folderId: string, { path, sessionId }: FolderRow): void {
  call('folders.openFile', { folderId, path }).then(
    ({ fileId }) => showSessionOnceRead(fileId, sessionId),
    (reason: unknown) => showToast(errorOf(reason).message, 'err'),
  );
}

function Filter({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <div className={styles.filter}>
      <input
        id={FOLDER_FILTER_ID}
        type="search"
        placeholder="Filter by title, format or path"
        aria-label="Filter the sessions of the folder"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') onChange('');
          else if (event.key === 'ArrowDown' || event.key === 'Escape' || event.key === 'Enter') {
            document.querySelector<HTMLElement>('[data-folder]')?.focus();
          } else return;
          event.preventDefault();
        }}
      />
      <span className={styles.end}>
        {value === '' ? (
          <Kbd shortcut="/" />
        ) : (
          <IconButton
            isSmall
            label="Clear the filter"
            icon={<CloseIcon sizeRem={0.875} />}
            onClick={() => onChange('')}
          />
        )}
      </span>
    </div>
  );
}

/** How far looking through the folder is; nothing once it is done. */
function Status({ scan, onCancel }: { scan: FolderScan; onCancel: () => void }) {
  const isSlow = useElapsed(PROGRESS_AFTER_MS, scan.status);
  if (scan.status === 'cancelled')
    return <span className={styles.quiet}>Cancelled: not all was looked at</span>;
  if (scan.status !== 'scanning' || !isSlow) return null;
  const { doneFiles, totalFiles } = scan;
  const label = totalFiles === null ? 'Listing files' : 'Looking at files';
  return (
    <ProgressLine
      progress={{ label, done: doneFiles, total: totalFiles, unit: 'files' }}
      onCancel={onCancel}
    />
  );
}

interface NothingProps {
  scan: FolderScan;
  isFiltered: boolean;
  onClear: () => void;
}

function Nothing({ scan, isFiltered, onClear }: NothingProps) {
  if (isFiltered)
    return (
      <EmptyState title="No session here has these words">
        <Button onClick={onClear}>Show all</Button>
      </EmptyState>
    );
  if (scan.status === 'failed') return <div className={styles.rest} />;
  if (scan.status === 'scanning') return <EmptyState title="Looking for sessions…" />;
  const { doneFiles } = scan;
  return (
    <EmptyState icon={<FolderIcon sizeRem={1.5} />} title="No sessions in this folder">
      {doneFiles === 0
        ? 'There are no files in it, nor in its folders.'
        : `${countOf(doneFiles, 'file was', 'files were')} looked at, and no format here knows ${doneFiles === 1 ? 'it' : 'them'}.`}
    </EmptyState>
  );
}

/** What was found in numbers. Nothing that was passed over is left unsaid. */
function Footer({
  scan,
  rows,
  all,
}: {
  scan: FolderScan;
  rows: readonly FolderRow[];
  all: readonly FolderRow[];
}) {
  const [shown, total] = [sessionCount(rows), sessionCount(all)];
  const troubled = scan.files.filter(({ trouble }) => trouble !== null).length;
  const sessions = `${shown < total ? `${formatCount(shown)} of ` : ''}${countOf(total, 'session')}`;
  return (
    <section className={styles.foot} aria-label="What was found">
      <span>
        {sessions} in {countOf(scan.files.length, 'file')}
      </span>
      {troubled > 0 && <span className={styles.warn}>{countOf(troubled, 'file')} with problems</span>}
      {scan.unknownFiles > 0 && <span>{countOf(scan.unknownFiles, 'other file')}</span>}
      {scan.isCut && (
        <span className={styles.warn}>Only the {scan.totalFiles} files written last were looked at</span>
      )}
    </section>
  );
}

/** Lines that are sessions; the others are files. */
function sessionCount(rows: readonly FolderRow[]): number {
  return rows.reduce((count, row) => count + (row.sessionId === null ? 0 : 1), 0);
}
