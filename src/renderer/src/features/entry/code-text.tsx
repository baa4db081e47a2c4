import type { CutText } from '../../../../shared/model/body';
import { classNames } from '../../ui/class-names';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './code-text.module.css';
import { LongText } from './long-text';

interface CodeTextProps {
  cut: CutText;
  source?: { readonly row: number; readonly block: number | null };
  tone?: 'plain' | 'err';
  /** Stands in a frame that has a border of its own. */
  isBare?: boolean;
}

/** Text in a monospace as it stands: output of a tool, JSON, a record. Long lines wrap. */
export function CodeText({ cut, source, tone = 'plain', isBare = false }: CodeTextProps) {
  return (
    <LongText cut={cut} {...(source ? { source } : {})}>
      {(first, more) => (
        <pre className={classNames(styles.code, !isBare && styles.framed, tone === 'err' && styles.err)}>
          {[first, ...more].map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end
            <UntrustedText key={index} text={part} />
          ))}
        </pre>
      )}
    </LongText>
  );
}
