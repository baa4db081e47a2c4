import type { CutText } from '../../../../shared/model/body';
import type { CodeLanguage } from '../../../../shared/tools/code-language';
import { classNames } from '../../ui/class-names';
import styles from './code-text.module.css';
import { ColouredCode } from './coloured-code';
import { LongText, type TextSource } from './long-text';
import { TerminalView } from './terminal-view';
import { TextBlocks } from './text-blocks';

interface CodeTextProps {
  cut: CutText;
  source?: TextSource;
  /** What it is a form of, where it is not the text itself. */
  of?: TextSource;
  tone?: 'plain' | 'err';
  /** What a program printed: in the colours it asked for. */
  isOutput?: boolean;
  /** What it is written in: shown in the colours of that. */
  language?: CodeLanguage | null;
  /** Stands in a frame that has a border of its own. */
  isBare?: boolean;
}

/** Text in a monospace as it stands: output of a tool, JSON, a record. Long lines wrap. */
export function CodeText({
  cut,
  source,
  of,
  tone = 'plain',
  isOutput = false,
  language = null,
  isBare = false,
}: CodeTextProps) {
  return (
    <LongText cut={cut} {...(source ? { source } : {})} {...(of ? { of } : {})}>
      {(first, more) => (
        <pre className={classNames(styles.code, !isBare && styles.framed, tone === 'err' && styles.err)}>
          <TextBlocks parts={[first, ...more]}>
            {(part) =>
              isOutput ? <TerminalView text={part} /> : <ColouredCode text={part} language={language} />
            }
          </TextBlocks>
        </pre>
      )}
    </LongText>
  );
}
