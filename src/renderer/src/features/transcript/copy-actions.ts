import type { Action } from '../../app/actions';

/** What is copied of the transcript; it gives it. */
export interface CopyCommands {
  /** The whole viewed path, as Markdown. */
  copyPath(): void;
  /** The words of one entry. */
  copyMessage(row: number): void;
}

/** Copying from the viewed path; `selectedRow` below 0 where no entry is selected. */
export function copyActions(
  hasPath: boolean,
  selectedRow: number,
  commands: CopyCommands,
): readonly Action[] {
  return [
    {
      id: 'copy-message',
      title: 'Copy message',
      section: 'Transcript',
      disabledReason: selectedRow < 0 ? 'No entry is selected.' : null,
      run: () => commands.copyMessage(selectedRow),
    },
    {
      id: 'copy-path-as-markdown',
      title: 'Copy path as Markdown',
      section: 'Transcript',
      shortcut: 'Mod+Alt+C',
      disabledReason: hasPath ? null : 'No path is shown.',
      run: () => commands.copyPath(),
    },
  ];
}
