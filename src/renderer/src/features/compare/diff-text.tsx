import { useMemo } from 'react';
import { LinkButton } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { countOf } from '../../ui/number-format';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './diff-text.module.css';
import { type DiffPart, type ShortenedParts, shortenParts } from './text-diff';

interface DiffTextProps {
  parts: readonly DiffPart[];
  side: 'left' | 'right';
  isCode: boolean;
  /** Everything is shown, also what is long and the same. */
  isWhole: boolean;
  onWhole: () => void;
}

/** Above this many pieces they are shown as one text, from the first change to the last. */
const MOST_PARTS = 600;

/** A text with what the other side lacks marked: struck on the left, underlined on the right. */
export function DiffText({ parts, side, isCode, isWhole, onWhole }: DiffTextProps) {
  const shown = useMemo(
    (): ShortenedParts => (isWhole ? { parts: joined(parts), leftOutChars: 0 } : shortenParts(joined(parts))),
    [parts, isWhole],
  );
  return (
    <>
      <div className={classNames(styles.text, isCode && styles.code)}>
        {shown.parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
          <Piece key={at} part={part} side={side} isProse={!isCode} />
        ))}
      </div>
      {shown.leftOutChars > 0 && (
        <p className={styles.more}>
          <LinkButton onClick={onWhole}>Show all of it</LinkButton>
        </p>
      )}
    </>
  );
}

interface PieceProps {
  part: ShortenedParts['parts'][number];
  side: 'left' | 'right';
  isProse: boolean;
}

function Piece({ part, side, isProse }: PieceProps) {
  if ('gapChars' in part)
    return <span className={styles.gap}>… {countOf(part.gapChars, 'character')} …</span>;
  const text = <UntrustedText text={part.text} isProse={isProse} />;
  if (!part.isChanged) return text;
  return side === 'left' ? (
    <del className={styles.left}>{text}</del>
  ) : (
    <ins className={styles.right}>{text}</ins>
  );
}

/** Fewer pieces, where there are too many to draw: what lies between the first change and the last becomes one. */
function joined(parts: readonly DiffPart[]): readonly DiffPart[] {
  if (parts.length <= MOST_PARTS) return parts;
  const first = parts.findIndex((part) => part.isChanged);
  const last = parts.findLastIndex((part) => part.isChanged);
  const text = (from: number, to: number) =>
    parts
      .slice(from, to)
      .map((part) => part.text)
      .join('');
  return [
    { text: text(0, first), isChanged: false },
    { text: text(first, last + 1), isChanged: true },
    { text: text(last + 1, parts.length), isChanged: false },
  ].filter((part) => part.text !== '');
}
