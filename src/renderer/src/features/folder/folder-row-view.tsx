import type { CSSProperties, MouseEvent } from 'react';
import { formatName } from '../../app/format-names';
import { classNames } from '../../ui/class-names';
import { spellOut } from '../../ui/invisible-characters';
import type { MenuPlace } from '../../ui/menu';
import { countOf, formatBytes, formatCount } from '../../ui/number-format';
import { Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { UntrustedText } from '../../ui/untrusted-text';
import type { FolderRow } from './folder-rows';
import styles from './folder-table.module.css';

interface FolderRowViewProps {
  id: string;
  row: FolderRow;
  /** From 0. */
  index: number;
  /** How many lines there are. */
  count: number;
  isCurrent: boolean;
  style: CSSProperties;
  onOpen: () => void;
  onMenu: (place: MenuPlace) => void;
}

/** One line of a folder: what the session is, how large, when written, and in which file. */
export function FolderRowView(props: FolderRowViewProps) {
  const { id, row, index, count, isCurrent, style, onOpen, onMenu } = props;
  const { path, format, entryCount, sizeBytes, writtenMs } = row;
  const { folder, name } = parted(path);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keyboard for all its lines
    <div
      id={id}
      role="option"
      aria-label={spokenRow(row)}
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-selected={isCurrent}
      tabIndex={-1}
      className={classNames(styles.columns, styles.row)}
      style={style}
      data-current={isCurrent || undefined}
      onClick={onOpen}
      onContextMenu={(event: MouseEvent) => {
        event.preventDefault();
        onMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      <Title row={row} />
      <span className={styles.quiet}>{format === null ? '' : formatName(format)}</span>
      <span className={styles.number}>{entryCount === null ? '' : formatCount(entryCount)}</span>
      <span className={styles.number}>{formatBytes(sizeBytes)}</span>
      <span className={styles.quiet}>
        <Time timeMs={writtenMs} format="ago" />
      </span>
      <span className={styles.path} title={spellOut(path)}>
        <span className={styles.folder}>
          <UntrustedText text={folder} />
        </span>
        <span className={styles.name}>
          <UntrustedText text={name} />
        </span>
      </span>
    </div>
  );
}

function Title({ row }: { row: FolderRow }) {
  const { title, format, trouble, unlistedCount, isSubAgent, sessionId } = row;
  const isFile = sessionId === null;
  return (
    <span className={styles.title}>
      <span className={classNames(styles.words, isFile && styles.quiet)} title={spellOut(title)}>
        {unlistedCount > 0 ? (
          `${countOf(unlistedCount, 'older session')} in this file`
        ) : (
          <UntrustedText text={title} isProse={!isFile} />
        )}
      </span>
      {isSubAgent && <Tag>sub-agent</Tag>}
      {trouble !== null && (
        <Tag tone={format === null ? 'err' : 'warn'} title={trouble}>
          {format === null ? 'not read' : 'problems'}
        </Tag>
      )}
      {isFile && unlistedCount === 0 && format !== null && <Tag>no sessions</Tag>}
    </span>
  );
}

/** A line in words: its columns have no names of their own for who listens. */
function spokenRow(row: FolderRow): string {
  const { title, format, entryCount, sizeBytes, trouble, unlistedCount, isSubAgent, path } = row;
  const parts = [
    unlistedCount > 0 ? `${countOf(unlistedCount, 'older session')} in this file` : spellOut(title),
    isSubAgent && 'sub-agent',
    format !== null && formatName(format),
    entryCount !== null && countOf(entryCount, 'entry', 'entries'),
    formatBytes(sizeBytes),
    trouble !== null && (format === null ? 'not read' : 'has problems'),
    spellOut(path),
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/** A path in the part that may be cut, with its separator, and the name. */
function parted(path: string): { folder: string; name: string } {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  return { folder: path.slice(0, end), name: path.slice(end) };
}
