import { useMemo } from 'react';
import { create } from 'zustand';
import type { CodeLanguage } from '../../../../../shared/tools/code-language';
import type { DiffLine } from '../../../../../shared/tools/diff-line';
import { countChanges, pairLines } from '../../../../../shared/tools/diff-line';
import { classNames } from '../../../ui/class-names';
import { SegmentedControl } from '../../../ui/segmented-control';
import { UntrustedText } from '../../../ui/untrusted-text';
import { useCodeColours } from '../../entry/code-colours';
import { useColouredLines } from '../../entry/coloured-code';
import type { CodeLine } from '../../entry/coloured-lines';
import { SideScroll } from '../side-scroll';
import { CodeLineText } from './code-lines';
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

interface DiffViewProps {
  lines: readonly DiffLine[];
  label: string;
  /** Of the text that changes. */
  language: CodeLanguage | null;
}

/** The difference of two texts: what was removed and what was added, line by line. */
export function DiffView({ lines, label, language }: DiffViewProps) {
  const coloured = useColouredDiff(lines, language);
  const layout = useDiffLayout((state) => state.layout);
  return (
    <LimitedLines lines={lines}>
      {(shown) =>
        layout === 'inline' ? (
          <Inline lines={shown} label={label} coloured={coloured} />
        ) : (
          <Sides lines={shown} coloured={coloured} />
        )
      }
    </LimitedLines>
  );
}

/** The lines of a difference in their colours, by the lines themselves. */
type ColouredDiff = ReadonlyMap<DiffLine, CodeLine>;

/** Each side is coloured as the text it is: a line alone does not say whether it stands in a comment. */
function useColouredDiff(lines: readonly DiffLine[], language: CodeLanguage | null): ColouredDiff {
  const { before, after } = useMemo(
    () => ({
      before: lines.filter(({ kind }) => kind === 'same' || kind === 'removed'),
      after: lines.filter(({ kind }) => kind === 'same' || kind === 'added'),
    }),
    [lines],
  );
  const [oldText, newText] = useMemo(() => [textOf(before), textOf(after)], [before, after]);
  const oldLines = useColouredLines(oldText, useCodeColours(oldText, language));
  const newLines = useColouredLines(newText, useCodeColours(newText, language));
  return useMemo(() => {
    const pairs = (part: readonly DiffLine[], coloured: readonly CodeLine[] | null) =>
      part.flatMap((line, at) => {
        const code = coloured?.[at];
        return code ? [[line, code] as const] : [];
      });
    return new Map([...pairs(before, oldLines), ...pairs(after, newLines)]);
  }, [before, after, oldLines, newLines]);
}

function textOf(lines: readonly DiffLine[]): string {
  return lines.map(({ text }) => text).join('\n');
}

interface LayoutProps {
  lines: readonly DiffLine[];
  coloured: ColouredDiff;
}

function Inline({ lines, label, coloured }: LayoutProps & { label: string }) {
  const hasNumbers = lines.some(({ oldNumber, newNumber }) => oldNumber !== null || newNumber !== null);
  return (
    <SideScroll label={label}>
      <div className={styles.lines}>
        {lines.map((line, at) => (
          <LineRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one difference never change places
            key={at}
            line={line}
            code={coloured.get(line)}
            numbers={hasNumbers ? [line.newNumber ?? line.oldNumber] : []}
          />
        ))}
      </div>
    </SideScroll>
  );
}

function Sides({ lines, coloured }: LayoutProps) {
  return (
    <div className={styles.lines}>
      {pairLines(lines).map(({ left, right }, at) =>
        left?.kind === 'gap' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <LineRow key={at} line={left} code={undefined} numbers={[]} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={at} className={styles.sides}>
            <Side line={left} coloured={coloured} number={left?.oldNumber ?? null} />
            <Side line={right} coloured={coloured} number={right?.newNumber ?? null} />
          </div>
        ),
      )}
    </div>
  );
}

interface SideProps {
  line: DiffLine | null;
  coloured: ColouredDiff;
  number: number | null;
}

function Side({ line, coloured, number }: SideProps) {
  return (
    <div className={classNames(styles.side, line === null && styles.none)}>
      {line && <LineRow line={line} code={coloured.get(line)} numbers={number === null ? [] : [number]} />}
    </div>
  );
}

const SIGNS = { same: ' ', added: '+', removed: '−', gap: '' } as const;

interface LineRowProps {
  line: DiffLine;
  code: CodeLine | undefined;
  numbers: readonly (number | null)[];
}

function LineRow({ line, code, numbers }: LineRowProps) {
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
        <CodeLineText text={line.text} line={code} />
      </code>
    </div>
  );
}
