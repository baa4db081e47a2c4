import type { Action } from '../../app/actions';

/** What can be done with the tree of a session, besides moving in it; `showBranch` goes to a neighbour. */
export function branchActions(hasEntries: boolean, showBranch: (step: -1 | 1) => void): readonly Action[] {
  const inTree = { section: 'Tree', disabledReason: hasEntries ? null : 'No entry is shown.' } as const;
  return [
    {
      id: 'previous-branch',
      title: 'Previous branch at this fork',
      shortcut: '[',
      ...inTree,
      run: () => showBranch(-1),
    },
    {
      id: 'next-branch',
      title: 'Next branch at this fork',
      shortcut: ']',
      ...inTree,
      run: () => showBranch(1),
    },
  ];
}
