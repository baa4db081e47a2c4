import { Dialog } from '../ui/dialog';
import { Kbd } from '../ui/kbd';
import { type Action, useAllActions } from './actions';
import { useOverlay } from './overlay';
import styles from './shortcut-sheet.module.css';

/** Keys that lists and trees answer to by themselves, the same everywhere. */
const LIST_KEYS: readonly (readonly [title: string, shortcut: string])[] = [
  ['Next line', 'ArrowDown'],
  ['Previous line', 'ArrowUp'],
  ['Open what is folded', 'ArrowRight'],
  ['Fold, or go to the line above', 'ArrowLeft'],
  ['Show', 'Enter'],
  ['Close a file in the list', 'Delete'],
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
            lines={actions.map((action) => [action.title, action.shortcut ?? ''] as const)}
          />
        ))}
        <Group title="In lists and trees" lines={LIST_KEYS} />
      </div>
    </Dialog>
  );
}

function Group({ title, lines }: { title: string; lines: readonly (readonly [string, string])[] }) {
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
