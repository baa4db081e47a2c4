import { create } from 'zustand';
import type { DiffLine } from '../../../../../shared/tools/diff-line';
import { countChanges, pairLines } from '../../../../../shared/tools/diff-line';
import { classNames } from '../../../ui/class-names';
import { SegmentedControl } from '../../../ui/segmented-control';
import { UntrustedText } from '../../../ui/untrusted-text';
import { SideScroll } from '../side-scroll';
import styles from './code-lines.module.css';
import { LimitedLines } from './limited-lines';

type DiffLayout = 'inline' | 'side-by-side';

/** One choice for all differences. */
const useDiffLayout = create<{ layout: DiffLayout }>()(() => ({ layout: 'inline' }));

const LAYOUTS = [
  { value: 'inline', label: 'Inline' },
  { value: 'side-by-side', label: 'Side by side' },
] as const;

/** Chooses how differences are set out. */
export function DiffLayoutControl() {
  const layout = useDiffLayout((state) => state.layout);
  return (
    <SegmentedControl
      label="Layout of the difference"
      segments={LAYOUTS}
      value={layout}
      onChange={(value) => useDiffLayout.setState({ layout: value })}
    />
  );
}

/** How many lines came and went, in words that are read aloud as well. */
export function ChangeCount({ lines }: { lines: readonly DiffLine[] }) {
  const { added, removed } = countChanges(lines);
  return (
    <span className={styles.count} title={`${added} added, ${removed} removed`}>
      <span className={styles.plus}>+{added}</span> <span className={styles.minus}>−{removed}</span>
    </span>
  );
}

/** The difference of two texts: what was removed and what was added, line by line. */
export function DiffView({ lines, label }: { lines: readonly DiffLine[]; label: string }) {
  const layout = useDiffLayout((state) => state.layout);
  return (
    <LimitedLines lines={lines}>
      {(shown) => (layout === 'inline' ? <Inline lines={shown} label={label} /> : <Sides lines={shown} />)}
    </LimitedLines>
  );
}

function Inline({ lines, label }: { lines: readonly DiffLine[]; label: string }) {
  const hasNumbers = lines.some(({ oldNumber, newNumber }) => oldNumber !== null || newNumber !== null);
  return (
    <SideScroll label={label}>
      <div className={styles.lines}>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one difference never change places
          <LineRow key={at} line={line} numbers={hasNumbers ? [line.newNumber ?? line.oldNumber] : []} />
        ))}
      </div>
    </SideScroll>
  );
}

function Sides({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <div className={styles.lines}>
      {pairLines(lines).map(({ left, right }, at) =>
        left?.kind === 'gap' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <LineRow key={at} line={left} numbers={[]} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={at} className={styles.sides}>
            <Side line={left} number={left?.oldNumber ?? null} />
            <Side line={right} number={right?.newNumber ?? null} />
          </div>
        ),
      )}
    </div>
  );
}

function Side({ line, number }: { line: DiffLine | null; number: number | null }) {
  return (
    <div className={classNames(styles.side, line === null && styles.none)}>
      {line && <LineRow line={line} numbers={number === null ? [] : [number]} />}
    </div>
  );
}

const SIGNS = { same: ' ', added: '+', removed: '−', gap: '' } as const;

function LineRow({ line, numbers }: { line: DiffLine; numbers: readonly (number | null)[] }) {
  if (line.kind === 'gap') {
    return (
      <div className={styles.gap}>
        … <UntrustedText text={line.text} />
      </div>
    );
  }
  return (
    <div className={classNames(styles.line, line.kind !== 'same' && styles[line.kind])}>
      {numbers.map((number) => (
        <span key="number" className={styles.number} aria-hidden="true">
          {number}
        </span>
      ))}
      <span className={styles.sign}>{SIGNS[line.kind]}</span>
      <code className={styles.text}>
        <UntrustedText text={line.text} />
      </code>
    </div>
  );
}
