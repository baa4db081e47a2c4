import { memo } from 'react';
import { codePointLabel, splitInvisible, type TextPiece } from './invisible-characters';
import { type Untrusted, untrustedString } from './untrusted';
import styles from './untrusted-text.module.css';

interface UntrustedTextProps {
  text: Untrusted | string;
  /** Written for people: joiners stay where spelling and emoji need them. */
  isProse?: boolean;
}

/**
 * Text of a file: invisible characters as chips, and a bidi isolate around the whole, so that it
 * cannot reorder what stands beside it. Line breaks show where the style around it keeps them.
 */
export const UntrustedText = memo(function UntrustedText({ text, isProse = false }: UntrustedTextProps) {
  const pieces = splitInvisible(untrustedString(text), isProse);
  return <bdi>{pieces.map(renderPiece)}</bdi>;
});

function renderPiece(piece: TextPiece, index: number) {
  if (piece.type === 'text') return piece.text;
  const label = codePointLabel(piece.codePoint);
  return (
    <span key={index} className={styles.chip} title={`${label}, ${piece.name}`}>
      {label}
    </span>
  );
}
