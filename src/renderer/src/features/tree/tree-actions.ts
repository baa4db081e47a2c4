import { TREE_FILTERS, type TreeFilter } from '../../../../shared/tree/filters';
import type { Action } from '../../app/actions';
import { filterWords } from './filter-words';
import type { Landmark } from './landmarks';

/** What the actions of a tree do; the pane gives it. */
export interface TreeCommands {
  /** Shows the branch before or after the viewed one at the nearest fork. */
  showBranch(step: -1 | 1): void;
  goTo(landmark: Landmark, step: -1 | 1): void;
  focusFilter(): void;
  show(filter: TreeFilter): void;
  /** Folds all runs; unfolds them when any is folded. */
  turnRuns(): void;
  /** Folds or unfolds the run of the active entry. */
  turnRun(): void;
}

/** What can be done with the tree of a session, besides what its own keys do. */
export function treeActions(hasEntries: boolean, commands: TreeCommands): readonly Action[] {
  const inTree = { section: 'Tree', disabledReason: hasEntries ? null : 'No entry is shown.' } as const;
  const step = (landmark: Landmark, words: string, back: string, forth: string): Action[] => [
    {
      id: `previous-${landmark}`,
      title: `Previous ${words}`,
      shortcut: back,
      // In a field these move the caret.
      isForTextFields: true,
      ...inTree,
      run: () => commands.goTo(landmark, -1),
    },
    {
      id: `next-${landmark}`,
      title: `Next ${words}`,
      shortcut: forth,
      isForTextFields: true,
      ...inTree,
      run: () => commands.goTo(landmark, 1),
    },
  ];
  return [
    {
      id: 'previous-branch',
      title: 'Previous branch at this fork',
      shortcut: '[',
      ...inTree,
      run: () => commands.showBranch(-1),
    },
    {
      id: 'next-branch',
      title: 'Next branch at this fork',
      shortcut: ']',
      ...inTree,
      run: () => commands.showBranch(1),
    },
    ...step('branch-point', 'branch point', 'Alt+ArrowUp', 'Alt+ArrowDown'),
    ...step('user', 'user message', 'Mod+ArrowUp', 'Mod+ArrowDown'),
    ...step('problem', 'problem', 'Shift+F8', 'F8'),
    {
      id: 'filter-entries',
      title: 'Filter entries',
      shortcut: 'Mod+E',
      ...inTree,
      run: () => commands.focusFilter(),
    },
    {
      id: 'fold-runs',
      title: 'Fold or unfold all runs',
      shortcut: 'Mod+U',
      ...inTree,
      run: () => commands.turnRuns(),
    },
    { id: 'fold-run', title: 'Fold or unfold this run', ...inTree, run: () => commands.turnRun() },
    ...TREE_FILTERS.map((filter) => ({
      id: `show-${filter}`,
      title: `Tree: ${filterWords(filter).name.toLowerCase()}`,
      ...inTree,
      run: () => commands.show(filter),
    })),
  ];
}
