import { numberOf } from '../../../../../shared/tools/arguments';
import { languageOfPath } from '../../../../../shared/tools/code-language';
import { pathOf } from '../../../../../shared/tools/family';
import {
  storedFileText,
  withoutLineNumbers,
  wrappedFileText,
} from '../../../../../shared/tools/numbered-text';
import { type FoundFile, parseSearchResults } from '../../../../../shared/tools/search-results';
import { CopyButton } from '../../../ui/copy-button';
import { countOf } from '../../../ui/number-format';
import { UntrustedText } from '../../../ui/untrusted-text';
import { ArgumentList } from './argument-list';
import type { ToolBodyProps } from './call-view';
import { CodeLines } from './code-lines';
import styles from './file-bodies.module.css';
import { LimitedLines } from './limited-lines';
import { ResultPart, ToolPart } from './tool-part';

/** A file that was read, with the numbers of its lines. */
export function ReadBody({ paired: { result }, view, outcome }: ToolBodyProps) {
  const hasOther = result?.blocks.some(({ block }) => block.type === 'image') ?? false;
  if (result === null || result.isError || hasOther || !view.output)
    return <ResultPart result={result} outcome={outcome} output={view.output} />;
  const numbered = storedFileText(view.details) ??
    wrappedFileText(view.output) ??
    withoutLineNumbers(view.output) ?? {
      text: view.output,
      firstNumber: numberOf(view.args, 'offset', 'start_line') ?? 1,
    };
  return (
    <ToolPart
      title={<UntrustedText text={pathOf(view.args) ?? 'File'} />}
      actions={<CopyButton label="Copy what was read" text={numbered.text} />}
      isFlush
    >
      <CodeLines {...numbered} label="Text of the file" language={languageOfPath(pathOf(view.args) ?? '')} />
    </ToolPart>
  );
}

/** What a search found, by files. */
export function SearchBody({ row, paired, view, outcome }: ToolBodyProps) {
  const { call, result, block } = paired;
  const found = view.output === null || result?.isError ? null : parseSearchResults(view.output);
  const matches = found?.files.reduce(
    (sum, { lines }) => sum + lines.filter((line) => !line.isContext).length,
    0,
  );
  return (
    <>
      <ToolPart title="Search">
        <ArgumentList cut={call.argumentsText} source={{ row, block }} />
      </ToolPart>
      {found === null ? (
        <ResultPart result={result} outcome={outcome} output={view.output} />
      ) : (
        <ToolPart
          title={`${countOf(matches ?? 0, 'match', 'matches')} in ${countOf(found.files.length, 'file')}`}
          actions={<CopyButton label="Copy result" text={view.output ?? ''} />}
          isFlush
        >
          <LimitedLines lines={found.files}>
            {(files) => files.map((file) => <FoundLines key={file.path} file={file} />)}
          </LimitedLines>
          {found.rest.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of one output
            <p key={at} className={styles.rest}>
              <UntrustedText text={line} />
            </p>
          ))}
        </ToolPart>
      )}
    </>
  );
}

function FoundLines({ file: { path, lines } }: { file: FoundFile }) {
  return (
    <section className={styles.file}>
      <p className={styles.path}>
        <UntrustedText text={path} />
      </p>
      <LimitedLines lines={lines}>
        {(shown) =>
          shown.map(({ number, text, isContext }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <div key={at} className={isContext ? styles.context : styles.match}>
              <span className={styles.number}>{number}</span>
              <code className={styles.text}>
                <UntrustedText text={text} />
              </code>
            </div>
          ))
        }
      </LimitedLines>
    </section>
  );
}
