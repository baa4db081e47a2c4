import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import type { OpenFile } from '../../../shared/contract/state';
import { isEntryLink } from '../../../shared/links/entry-link';
import { classNames } from '../ui/class-names';
import { Dialog } from '../ui/dialog';
import { Kbd } from '../ui/kbd';
import { UntrustedText } from '../ui/untrusted-text';
import { isDisabled, shortcutOf, useAllActions } from './actions';
import { bestMatches } from './command-match';
import styles from './command-palette.module.css';
import { useOverlay } from './overlay';
import { actionItems, linkItem, type PaletteItem, sessionItems } from './palette-items';

/** More would not be read, only scrolled past. */
const MOST_SHOWN = 60;

/** Every action and every session, by a few letters of its name. */
export function CommandPalette({ files }: { files: readonly OpenFile[] }) {
  const close = useOverlay((state) => state.close);
  const actions = useAllActions();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const items = useMemo(() => [...actionItems(actions), ...sessionItems(files)], [actions, files]);
  const shown = useMemo(() => {
    if (isEntryLink(query)) return [linkItem(query)];
    // Sessions come up once something is typed: thousands of them would bury the commands.
    const pool = query.trim() === '' ? items.filter((item) => item.action) : items;
    return bestMatches(pool, (item) => item.title, query, MOST_SHOWN);
  }, [items, query]);

  function run(item: PaletteItem | undefined) {
    if (!item || (item.action && isDisabled(item.action))) return;
    close();
    item.run();
  }

  function press(event: KeyboardEvent) {
    const last = shown.length - 1;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 10, PageUp: at - 10 }[event.key];
    if (event.key === 'Enter') run(shown[at]);
    else if (to !== undefined) {
      const wraps = event.key.startsWith('Arrow');
      const next = wraps && to < 0 ? last : wraps && to > last ? 0 : Math.min(last, Math.max(0, to));
      setAt(next);
      list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' });
    } else return;
    event.preventDefault();
  }

  return (
    <Dialog title="Commands" isTitleHidden isAtTop onClose={close}>
      <input
        className={styles.query}
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={shown.length > 0 ? `${id}-${at}` : undefined}
        aria-label="Search commands and sessions"
        placeholder="Search commands and sessions"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div ref={list} id={id} className={styles.list} role="listbox" aria-label="Commands">
        {shown.map((item, place) => (
          <PaletteRow
            key={item.id}
            id={`${id}-${place}`}
            item={item}
            isActive={place === at}
            onPoint={() => setAt(place)}
            onRun={() => run(item)}
          />
        ))}
        {shown.length === 0 && <p className={styles.none}>Nothing has that name.</p>}
      </div>
    </Dialog>
  );
}

interface PaletteRowProps {
  id: string;
  item: PaletteItem;
  isActive: boolean;
  onPoint: () => void;
  onRun: () => void;
}

function PaletteRow({ id, item, isActive, onPoint, onRun }: PaletteRowProps) {
  const isOff = item.action !== null && isDisabled(item.action);
  const keys = item.action && shortcutOf(item.action);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keyboard, as a combobox does
    <div
      id={id}
      className={classNames(styles.row, isActive && styles.active, isOff && styles.off)}
      role="option"
      aria-selected={isActive}
      aria-disabled={isOff}
      tabIndex={-1}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      <span className={styles.title}>
        <UntrustedText text={item.title} isProse />
      </span>
      <span className={styles.detail}>
        <UntrustedText text={(isOff ? item.action?.disabledReason : null) ?? item.detail} />
      </span>
      {item.action && <span className={styles.keys}>{keys && <Kbd shortcut={keys} />}</span>}
    </div>
  );
}
