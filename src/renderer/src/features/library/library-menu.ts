import type { OpenFile } from '../../../../shared/contract/state';
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
        ...placeMenu(row.file),
        {
          label: row.file.place === 'server' ? 'Close server' : 'Close file',
          shortcut: 'Delete',
          run: () => perform('files.close', { fileId: row.file.fileId }),
        },
      ];
    case 'folder': {
      const { folderId, path } = row.folder;
      return [
        { label: 'Look through it again', run: () => perform('folders.reload', { folderId }) },
        { label: 'Show folder', run: () => perform('folders.reveal', { folderId, path: null }) },
        { label: 'Copy path of folder', run: () => copyText(path, 'Path copied.') },
        { label: 'Close folder', shortcut: 'Delete', run: () => perform('folders.close', { folderId }) },
      ];
    }
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
      return [{ label: 'Clear recent files', run: () => runAction('clear-recents') }];
  }
}

/** A server has an address instead of a path, and no folder. */
function placeMenu({ fileId, path, place }: OpenFile): readonly MenuItem[] {
  const reload = () => perform('files.reload', { fileId });
  if (place === 'server') {
    return [
      { label: 'Read server again', run: reload },
      { label: 'Copy address', run: () => copyText(path, 'Address copied.') },
    ];
  }
  return [
    { label: 'Reload file', run: reload },
    { label: 'Show file in folder', run: () => perform('files.reveal', { fileId }) },
    { label: 'Copy path of file', run: () => copyText(path, 'Path copied.') },
  ];
}
