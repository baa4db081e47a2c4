import type { CutText } from '../../../../shared/model/body';
import { classNames } from '../../ui/class-names';
import { countOf } from '../../ui/number-format';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './code-text.module.css';
import { LongText } from './long-text';
import { withoutColourCodes } from './terminal-codes';

interface CodeTextProps {
  cut: CutText;
  source?: { readonly row: number; readonly block: number | null };
  tone?: 'plain' | 'err';
  /** What a program printed: its colour codes are left out, with their number. */
  isOutput?: boolean;
  /** Stands in a frame that has a border of its own. */
  isBare?: boolean;
}

/** Text in a monospace as it stands: output of a tool, JSON, a record. Long lines wrap. */
export function CodeText({ cut, source, tone = 'plain', isOutput = false, isBare = false }: CodeTextProps) {
  return (
    <LongText cut={cut} {...(source ? { source } : {})}>
      {(first, more) => {
        const parts = [first, ...more].map((part) =>
          isOutput ? withoutColourCodes(part) : { text: part, count: 0 },
        );
        const codeCount = parts.reduce((sum, part) => sum + part.count, 0);
        return (
          <>
            <pre className={classNames(styles.code, !isBare && styles.framed, tone === 'err' && styles.err)}>
              {parts.map(({ text }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end
                <UntrustedText key={index} text={text} />
              ))}
            </pre>
            {codeCount > 0 && (
              <p className={styles.note}>{countOf(codeCount, 'colour code')} of the terminal left out</p>
            )}
          </>
        );
      }}
    </LongText>
  );
}
