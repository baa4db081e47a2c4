import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { classNames } from './class-names';
import styles from './segmented-control.module.css';

export interface Segment<T extends string> {
  value: T;
  label: ReactNode;
  /** Shown on hover. */
  title?: string;
}

interface SegmentedControlProps<T extends string> {
  /** What is chosen here, read aloud. */
  label: string;
  segments: readonly Segment<T>[];
  value: T;
  onChange: (value: T) => void;
  /** With tabs, the id of the panel they switch; the panel names `tabId(panelId, value)` as its label. */
  panelId?: string;
}

/** Id of the tab that stands for a value, for the panel's `aria-labelledby`. */
export function tabId(panelId: string, value: string): string {
  return `${panelId}-tab-${value}`;
}

/** One of a few: tabs when it switches a panel, a radio group otherwise. One tab stop, arrow keys choose. */
export function SegmentedControl<T extends string>({
  label,
  segments,
  value,
  onChange,
  panelId,
}: SegmentedControlProps<T>) {
  const group = useRef<HTMLDivElement>(null);
  const isTabs = panelId !== undefined;

  function choose(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = segments.findIndex((segment) => segment.value === value);
    const to = nextIndex(event.key, at, segments.length);
    const next = to === null ? undefined : segments[to];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    group.current?.querySelectorAll('button')[to ?? 0]?.focus();
  }

  return (
    <div
      ref={group}
      className={styles.group}
      {...(isTabs ? { role: 'tablist', 'aria-label': label } : { role: 'radiogroup', 'aria-label': label })}
    >
      {segments.map((segment) => {
        const isOn = segment.value === value;
        return (
          <button
            key={segment.value}
            type="button"
            className={classNames(styles.segment, isOn && styles.on)}
            tabIndex={isOn ? 0 : -1}
            title={segment.title}
            onClick={() => onChange(segment.value)}
            onKeyDown={choose}
            {...(isTabs
              ? {
                  role: 'tab',
                  id: tabId(panelId, segment.value),
                  'aria-selected': isOn,
                  'aria-controls': panelId,
                }
              : { role: 'radio', 'aria-checked': isOn })}
          >
            {segment.label}
          </button>
        );
      })}
    </div>
  );
}

function nextIndex(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowLeft':
    case 'ArrowUp':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
