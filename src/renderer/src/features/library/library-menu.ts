import { runAction } from '../../app/actions';
import { perform } from '../../app/perform';
import { copyText } from '../../ui/clipboard';
import type { MenuItem } from '../../ui/menu';
import type { LibraryRow } from './library-rows';

/** What can be done with a row, for its context menu. */
export function rowMenu(row: LibraryRow): readonly MenuItem[] {
  switch (row.type) {
    case 'file':
    case 'session':
      return [
        ...(row.type === 'session'
          ? [{ label: 'Copy session id', run: () => copyText(row.session.id, 'Session id copied.') }]
          : []),
        { label: 'Reload file', run: () => perform('files.reload', { fileId: row.file.fileId }) },
        { label: 'Show file in folder', run: () => perform('files.reveal', { fileId: row.file.fileId }) },
        { label: 'Copy path of file', run: () => copyText(row.file.path, 'Path copied.') },
        {
          label: 'Close file',
          shortcut: 'Delete',
          run: () => perform('files.close', { fileId: row.file.fileId }),
        },
      ];
    case 'recent':
      return [
        { label: 'Open', run: () => perform('files.openRecent', { path: row.recent.path }) },
        { label: 'Copy path', run: () => copyText(row.recent.path, 'Path copied.') },
        {
          label: 'Remove from the list',
          shortcut: 'Delete',
          run: () => perform('recents.remove', { path: row.recent.path }),
        },
      ];
    case 'recents':
    case 'unlisted':
      return [{ label: 'Clear recent files', run: () => void runAction('clear-recents') }];
  }
}
