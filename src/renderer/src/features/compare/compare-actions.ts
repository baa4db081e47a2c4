import type { Action } from '../../app/actions';

/** What can be done in a comparison; `step` goes to the next difference or the one before. */
export function compareActions(hasDifferences: boolean, step: (by: 1 | -1) => void): readonly Action[] {
  const inView = {
    section: 'View',
    disabledReason: hasDifferences ? null : 'Nothing differs.',
  } as const;
  return [
    { id: 'next-difference', title: 'Next difference', shortcut: 'F7', ...inView, run: () => step(1) },
    {
      id: 'previous-difference',
      title: 'Previous difference',
      shortcut: 'Shift+F7',
      ...inView,
      run: () => step(-1),
    },
  ];
}
