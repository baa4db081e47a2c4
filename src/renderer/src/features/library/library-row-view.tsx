import type { MouseEvent, ReactNode } from 'react';
import type { OpenFile } from '../../../../shared/contract/state';
import { entryWords, formatName } from '../../app/format-names';
import { perform } from '../../app/perform';
import { IconButton } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { CloseIcon, FolderIcon, FoldIcon, ServerIcon } from '../../ui/icons';
import { spellOut } from '../../ui/invisible-characters';
import type { MenuPlace } from '../../ui/menu';
import { countOf, formatCount } from '../../ui/number-format';
import { Spinner } from '../../ui/spinner';
import { Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './library-row-view.module.css';
import type { LibraryRow } from './library-rows';

interface LibraryRowViewProps {
  id: string;
  row: LibraryRow;
  /** Has the tree's keyboard focus. */
  isCurrent: boolean;
  /** Is on screen in the other panes. */
  isSelected: boolean;
  onActivate: () => void;
  onFold: (isFolded: boolean) => void;
  onMenu: (place: MenuPlace) => void;
}

/** One row of the session list, as a tree item. */
export function LibraryRowView({
  id,
  row,
  isCurrent,
  isSelected,
  onActivate,
  onFold,
  onMenu,
}: LibraryRowViewProps) {
  if (row.type === 'unlisted') {
    return (
      <div
        id={id}
        className={styles.unlisted}
        role="treeitem"
        aria-level={2}
        aria-selected={false}
        tabIndex={-1}
      >
        {countOf(row.count, 'older session')} not listed
      </div>
    );
  }
  const isGroup = row.type === 'folder' || row.type === 'file' || row.type === 'recents';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keyboard for all its items
    <div
      id={id}
      className={classNames(
        styles.row,
        isGroup && styles.group,
        row.type === 'session' && styles.session,
        isSelected && styles.selected,
      )}
      role="treeitem"
      aria-level={isGroup ? 1 : 2}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-selected={isSelected}
      aria-expanded={isFoldable(row) ? row.isExpanded : undefined}
      tabIndex={-1}
      data-current={isCurrent || undefined}
      onClick={onActivate}
      onContextMenu={(event: MouseEvent) => {
        event.preventDefault();
        onMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      <RowContent row={row} onFold={onFold} />
    </div>
  );
}

/** A file that could not be read has nothing to unfold. */
function isFoldable(row: LibraryRow): row is LibraryRow & { type: 'file' | 'recents' } {
  return row.type === 'recents' || (row.type === 'file' && row.matchCount !== null);
}

interface RowContentProps {
  row: Exclude<LibraryRow, { type: 'unlisted' }>;
  onFold: (isFolded: boolean) => void;
}

function RowContent({ row, onFold }: RowContentProps) {
  switch (row.type) {
    case 'folder':
      return <FolderRow row={row} />;
    case 'file':
      return <FileRow row={row} onFold={onFold} />;
    case 'session':
      return <SessionRow row={row} />;
    case 'recents':
      return (
        <>
          <Chevron isExpanded={row.isExpanded} onFold={onFold} />
          <span className={styles.name}>Recent files</span>
        </>
      );
    case 'recent':
      return (
        <span className={styles.recent} title={spellOut(row.recent.path)}>
          {row.recent.isFolder && <FolderIcon sizeRem={0.75} />}
          <span className={styles.recentName}>
            <UntrustedText text={row.recent.name} />
          </span>
          <span className={styles.folder}>
            <UntrustedText text={row.recent.folder} />
          </span>
        </span>
      );
  }
}

function FolderRow({ row }: { row: LibraryRow & { type: 'folder' } }) {
  const { folderId, name, path } = row.folder;
  return (
    <>
      <span className={styles.server}>
        <FolderIcon sizeRem={0.8125} />
      </span>
      <span className={styles.name} title={spellOut(path)}>
        <UntrustedText text={name} />
      </span>
      <span className={styles.close}>
        <IconButton
          isSmall
          tabIndex={-1}
          label="Close folder"
          icon={<CloseIcon sizeRem={0.875} />}
          onClick={(event) => {
            event.stopPropagation();
            perform('folders.close', { folderId });
          }}
        />
      </span>
    </>
  );
}

function FileRow({ row, onFold }: RowContentProps & { row: LibraryRow & { type: 'file' } }) {
  const { file } = row;
  return (
    <>
      <Chevron isExpanded={row.matchCount === null ? null : row.isExpanded} onFold={onFold} />
      {file.place === 'server' && (
        <span className={styles.server} title="A server">
          <ServerIcon sizeRem={0.8125} />
        </span>
      )}
      <span className={styles.name} title={spellOut(file.path)}>
        <UntrustedText text={file.name} />
      </span>
      <FileState file={file} matchCount={row.matchCount} />
      <span className={styles.close}>
        <IconButton
          isSmall
          tabIndex={-1}
          label={file.place === 'server' ? 'Close server' : 'Close file'}
          icon={<CloseIcon sizeRem={0.875} />}
          onClick={(event) => {
            event.stopPropagation();
            perform('files.close', { fileId: file.fileId });
          }}
        />
      </span>
    </>
  );
}

function FileState({ file, matchCount }: { file: OpenFile; matchCount: number | null }): ReactNode {
  switch (file.status) {
    case 'opening':
      return (
        <span className={styles.state} role="img" aria-label="opening">
          <Spinner />
        </span>
      );
    case 'failed':
      return file.error.code === 'cancelled' ? <Tag>cancelled</Tag> : <Tag tone="err">not opened</Tag>;
    case 'dead':
      return <Tag tone="err">stopped</Tag>;
    case 'open':
      return (
        <>
          {file.editing === 'on' && <Tag tone="accent">editing</Tag>}
          {file.change !== null && <Tag tone="warn">changed</Tag>}
          <span className={styles.count}>{formatCount(matchCount ?? 0)}</span>
        </>
      );
  }
}

function SessionRow({ row }: { row: LibraryRow & { type: 'session' } }) {
  const { session, file } = row;
  const [one, many] = entryWords(file.summary.format);
  const writtenMs = session.lastWrittenAt === null ? Number.NaN : Date.parse(session.lastWrittenAt);
  return (
    <>
      <span className={styles.title} title={spellOut(session.title ?? session.id)}>
        <UntrustedText text={session.title ?? session.id} isProse />
      </span>
      <span className={styles.facts}>
        <span>{formatName(file.summary.format)}</span>
        {session.entryCount !== null && <span>{countOf(session.entryCount, one, many)}</span>}
        {session.commitCount > 0 && <span>{countOf(session.commitCount, 'commit')}</span>}
        <Time timeMs={writtenMs} format="ago" />
      </span>
    </>
  );
}

interface ChevronProps {
  /** Null keeps the place of a chevron for a file that has nothing to unfold. */
  isExpanded: boolean | null;
  onFold: (isFolded: boolean) => void;
}

/** For the pointer only: the keyboard folds with the arrow keys of the tree. */
function Chevron({ isExpanded, onFold }: ChevronProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <span
      className={styles.chevron}
      onClick={(event) => {
        if (isExpanded === null) return;
        event.stopPropagation();
        onFold(isExpanded);
      }}
    >
      {isExpanded !== null && <FoldIcon isOpen={isExpanded} />}
    </span>
  );
}
