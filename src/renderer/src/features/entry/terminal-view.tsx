import { memo } from 'react';
import { classNames } from '../../ui/class-names';
import { UntrustedText } from '../../ui/untrusted-text';
import { type TerminalSpan, terminalSpans } from './terminal-text';
import styles from './terminal-view.module.css';

/** What a program printed, with the colours it asked a terminal for. */
export const TerminalView = memo(function TerminalView({ text }: { text: string }) {
  return terminalSpans(text).map((span, at) =>
    isPlain(span) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
      <UntrustedText key={at} text={span.text} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <span key={at} className={classOf(span)}>
        <UntrustedText text={span.text} />
      </span>
    ),
  );
});

function isPlain({ colour, background, isBold, isDim, isItalic, isUnderlined }: TerminalSpan): boolean {
  return colour === null && background === null && !isBold && !isDim && !isItalic && !isUnderlined;
}

function classOf(span: TerminalSpan): string | undefined {
  return classNames(
    // On a ground of its own a text keeps the colour that is sure to be read.
    span.background === null && span.colour !== null && styles[`colour${span.colour}`],
    span.background !== null && styles[`ground${span.background}`],
    span.isBold && styles.bold,
    span.isDim && styles.dim,
    span.isItalic && styles.italic,
    span.isUnderlined && styles.underlined,
  );
}
