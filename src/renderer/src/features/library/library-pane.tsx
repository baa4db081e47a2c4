import { useMemo, useState } from 'react';
import type { OpenFolder } from '../../../../shared/contract/folder';
import type { OpenFile, RecentFile } from '../../../../shared/contract/state';
import type { SessionSummary } from '../../../../shared/model/session';
import { runAction } from '../../app/actions';
import { perform } from '../../app/perform';
import { SESSION_FILTER_ID } from '../../app/shell-actions';
import { Button, IconButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { CloseIcon, FolderIcon, ServerIcon } from '../../ui/icons';
import { Kbd } from '../../ui/kbd';
import { Splitter, usePaneSize } from '../../ui/splitter';
import styles from './library-pane.module.css';
import { libraryRows } from './library-rows';
import { LibraryTree } from './library-tree';

interface LibraryPaneProps {
  files: readonly OpenFile[];
  folders: readonly OpenFolder[];
  recents: readonly RecentFile[];
  activeFile: OpenFile | null;
  activeFolder: OpenFolder | null;
  activeSession: SessionSummary | null;
}

/** The open files with their sessions, and the files opened before. */
export function LibraryPane(props: LibraryPaneProps) {
  const { files, folders, recents, activeFile, activeFolder, activeSession } = props;
  const [filter, setFilter] = useState('');
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const pane = usePaneSize('pane-sessions', 236, 140, 560);
  const rows = useMemo(
    () => libraryRows({ files, folders, recents, filter, folded }),
    [files, folders, recents, filter, folded],
  );

  function fold(key: string, isFolded: boolean) {
    setFolded((before) => {
      const next = new Set(before);
      if (isFolded) next.add(key);
      else next.delete(key);
      return next;
    });
  }

  return (
    <nav className={styles.pane} style={{ flexBasis: pane.size }} aria-label="Sessions" data-pane>
      <div className={styles.filter}>
        <input
          id={SESSION_FILTER_ID}
          type="search"
          placeholder="Filter sessions"
          aria-label="Filter sessions"
          spellCheck={false}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && filter !== '') setFilter('');
            else if (event.key === 'ArrowDown' || event.key === 'Escape') {
              document.querySelector<HTMLElement>('[data-library]')?.focus();
            } else return;
            event.preventDefault();
          }}
        />
        <span className={styles.end}>
          {filter === '' ? (
            <Kbd shortcut="/" />
          ) : (
            <IconButton
              isSmall
              label="Clear the filter"
              icon={<CloseIcon sizeRem={0.875} />}
              onClick={() => setFilter('')}
            />
          )}
        </span>
      </div>
      {rows.length > 0 ? (
        <LibraryTree
          rows={rows}
          activeFile={activeFile}
          activeFolder={activeFolder}
          activeSession={activeSession}
          onFold={fold}
        />
      ) : (
        <EmptyState title="No session has that name">
          <Button onClick={() => setFilter('')}>Clear the filter</Button>
        </EmptyState>
      )}
      <div className={styles.foot}>
        <Button variant="ghost" onClick={() => perform('files.choose', {})}>
          Open file… <Kbd shortcut="Mod+O" />
        </Button>
        <span className={styles.footIcons}>
          <IconButton
            label="Open folder…"
            icon={<FolderIcon />}
            onClick={() => perform('folders.choose', {})}
          />
          <IconButton
            label="Open Redis Server…"
            icon={<ServerIcon />}
            onClick={() => runAction('open-address')}
          />
        </span>
      </div>
      <Splitter label="Width of the session list" pane={pane} side="right" />
    </nav>
  );
}
