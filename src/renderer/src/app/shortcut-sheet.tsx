import { Dialog } from '../ui/dialog';
import { Kbd } from '../ui/kbd';
import { type Action, shortcutOf, useAllActions } from './actions';
import { useOverlay } from './overlay';
import styles from './shortcut-sheet.module.css';

type Line = readonly [title: string, shortcut: string];

/** Keys that the two trees answer to by themselves. */
const TREE_KEYS: readonly Line[] = [
  ['Next entry', 'ArrowDown'],
  ['Previous entry', 'ArrowUp'],
  ['First entry', 'Home'],
  ['Last entry', 'End'],
  ['Fold the run, or entry it follows', 'ArrowLeft'],
  ['Unfold the run, or entry that follows', 'ArrowRight'],
  ['Unfold all runs', '*'],
  ['Show, or unfold', 'Enter'],
  ['Label', 'L'],
  ['Menu of actions', 'Shift+F10'],
];
const LIST_KEYS: readonly Line[] = [
  ['Unfold a file', 'ArrowRight'],
  ['Fold it, or go up to it', 'ArrowLeft'],
  ['Show', 'Enter'],
  ['Close a file', 'Delete'],
  ['Menu of actions', 'Shift+F10'],
];

/** All shortcuts there are now, from the same table the palette shows. */
export function ShortcutSheet() {
  const close = useOverlay((state) => state.close);
  const groups = bySection(useAllActions());
  return (
    <Dialog title="Keyboard shortcuts" onClose={close}>
      <div className={styles.sheet}>
        {groups.map(([section, actions]) => (
          <Group
            key={section}
            title={section}
            lines={actions.map((action) => [action.title, shortcutOf(action) ?? ''] as const)}
          />
        ))}
        <Group title="In the tree" lines={TREE_KEYS} />
        <Group title="In the session list" lines={LIST_KEYS} />
      </div>
    </Dialog>
  );
}

function Group({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <dl>
        {lines.map(([name, shortcut]) => (
          <div key={name} className={styles.line}>
            <dt>{name}</dt>
            <dd>
              <Kbd shortcut={shortcut} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function bySection(actions: readonly Action[]): readonly (readonly [string, readonly Action[]])[] {
  const groups = new Map<string, Action[]>();
  for (const action of actions) {
    if (action.shortcut === undefined) continue;
    groups.set(action.section, [...(groups.get(action.section) ?? []), action]);
  }
  return [...groups];
}
