import { memo } from 'react';
import { untrustedPieces } from '../../ui/untrusted-text';
import styles from './coloured-code.module.css';
import type { CodeLine } from './coloured-lines';

/** One line of code in its colours; hidden characters show in it as anywhere. */
export const ColouredLine = memo(function ColouredLine({ line }: { line: CodeLine }) {
  return (
    <bdi>
      {line.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one line never change places
        <span key={at} className={piece.token === 'plain' ? undefined : styles[piece.token]}>
          {untrustedPieces(piece.text)}
        </span>
      ))}
    </bdi>
  );
});
