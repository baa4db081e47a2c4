import { memo, type ReactNode } from 'react';
import { codePointLabel, splitInvisible, type TextPiece } from './invisible-characters';
import styles from './untrusted-text.module.css';

interface UntrustedTextProps {
  text: string;
  /** Written for people: joiners stay where spelling and emoji need them. */
  isProse?: boolean;
}

/**
 * Text of a file: invisible characters as chips, and a bidi isolate around the whole, so that it
 * cannot reorder what stands beside it. Line breaks show where the style around it keeps them.
 */
export const UntrustedText = memo(function UntrustedText({ text, isProse = false }: UntrustedTextProps) {
  return <bdi>{untrustedPieces(text, isProse)}</bdi>;
});

/** Text of a file within an isolate that is there already: a part of a line of code. */
export function untrustedPieces(text: string, isProse = false): ReactNode {
  const pieces = splitInvisible(text, isProse);
  return pieces.length > MOST_PIECES ? pieces.map(spelledOut).join('') : pieces.map(renderPiece);
}

/** Above this many, chips give way to their labels in the text: tens of thousands of elements take seconds. */
const MOST_PIECES = 1_000;

function spelledOut(piece: TextPiece): string {
  return piece.type === 'text' ? piece.text : `[${codePointLabel(piece.codePoint)}]`;
}

function renderPiece(piece: TextPiece, index: number) {
  if (piece.type === 'text') return piece.text;
  const label = codePointLabel(piece.codePoint);
  return (
    <span
      key={index}
      className={styles.chip}
      title={`${label}, ${piece.name}`}
      data-code-point={piece.codePoint}
    >
      {label}
    </span>
  );
}
