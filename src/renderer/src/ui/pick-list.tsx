import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { classNames } from './class-names';
import styles from './pick-list.module.css';

interface PickListProps<T> {
  /** What is picked from, read aloud: `Branches at this fork`. */
  label: string;
  items: readonly T[];
  /** Index of the item that holds now; -1 for none. */
  current: number;
  /** Height of a line in rem. */
  lineRem: number;
  /** The words of an item that the filter looks through. */
  textOf: (item: T) => string;
  /** What stands in the field while it is empty. */
  filterHint: string;
  /** Said where the filter leaves nothing. */
  noneText: string;
  onPick: (item: T) => void;
  children: (item: T) => ReactNode;
}

/** Fewer items are all in view. */
const FILTERED_FROM = 9;

/** A list of any length to pick one from: arrow keys move, Enter picks, and a long one can be filtered. */
export function PickList<T>(props: PickListProps<T>) {
  const { items, textOf, lineRem, onPick } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(Math.max(props.current, 0));
  const hasFilter = items.length >= FILTERED_FROM;
  const wanted = useDeferredValue(query);
  const shown = useMemo(() => matching(items, textOf, wanted), [items, textOf, wanted]);
  const active = Math.min(at, shown.length - 1);
  const linePx = Math.round(lineRem * remPx());

  const lines = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => linePx,
    overscan: 6,
    initialOffset: Math.max(active - 2, 0) * linePx,
  });
  useEffect(() => {
    if (active >= 0) lines.scrollToIndex(active, { align: 'auto' });
  }, [active, lines]);

  function press(event: KeyboardEvent) {
    const last = shown.length - 1;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / linePx) - 1);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    const step = steps[event.key];
    const isTextKey = hasFilter && (event.key === 'Home' || event.key === 'End');
    if (event.key === 'Enter') pick(active);
    else if (step !== undefined) setAt(Math.min(last, Math.max(0, active + step)));
    else if (event.key === 'Home' && !isTextKey) setAt(0);
    else if (event.key === 'End' && !isTextKey) setAt(last);
    else return;
    event.preventDefault();
  }

  function pick(line: number) {
    const item = shown[line];
    if (item !== undefined) onPick(item);
  }

  const keys = {
    'aria-activedescendant': active >= 0 ? `${id}-${active}` : undefined,
    'data-initial-focus': true,
    onKeyDown: press,
  };
  return (
    <>
      {hasFilter && (
        <input
          className={styles.query}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-label={props.filterHint}
          placeholder={props.filterHint}
          spellCheck={false}
          autoComplete="off"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
          {...keys}
        />
      )}
      <div
        ref={scroller}
        id={id}
        className={styles.list}
        role="listbox"
        aria-label={props.label}
        {...(hasFilter ? { tabIndex: -1 } : { tabIndex: 0, ...keys })}
      >
        <div className={styles.lines} role="presentation" style={{ height: lines.getTotalSize() }}>
          {lines.getVirtualItems().map(({ index, start }) => {
            const item = shown[index];
            return (
              item !== undefined && (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the list or its field has the keyboard
                <div
                  key={index}
                  id={`${id}-${index}`}
                  className={classNames(styles.line, index === active && styles.active)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  aria-setsize={shown.length}
                  aria-posinset={index + 1}
                  style={{ top: start, height: linePx }}
                  onPointerMove={() => setAt(index)}
                  onClick={() => pick(index)}
                >
                  {props.children(item)}
                </div>
              )
            );
          })}
        </div>
      </div>
      {shown.length === 0 && <p className={styles.none}>{props.noneText}</p>}
    </>
  );
}

/** Items in which all words stand, in any order and case. */
function matching<T>(items: readonly T[], textOf: (item: T) => string, query: string): readonly T[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter((item) => {
    const text = textOf(item).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Lines are placed by px and styled by rem. */
function remPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
