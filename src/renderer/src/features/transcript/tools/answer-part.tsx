import { type ReactNode, useMemo } from 'react';
import { lookOf } from '../../../../../shared/tools/text-look';
import type { Outcome, PairedResult } from '../../../../../shared/tree/tool-calls';
import { CopyButton } from '../../../ui/copy-button';
import { CodeText } from '../../entry/code-text';
import { formatJson } from '../../entry/json-text';
import { ResultPart, ToolPart } from './tool-part';

interface AnswerPartProps {
  result: PairedResult | null;
  outcome: Outcome | null;
  output: string | null;
  title?: ReactNode;
  /** Written to be read: Markdown, whether it has marks of it or not. */
  isProse?: boolean;
}

/** What a tool answered, by its look: JSON set out on lines, Markdown as such, anything else as it is. */
export function AnswerPart({ result, outcome, output, title = 'Result', isProse = false }: AnswerPartProps) {
  const formatted = useMemo(() => (output === null ? null : formattedAnswer(output)), [output]);
  const isText = result?.blocks.every(({ block }) => block.type !== 'image') ?? false;
  if (formatted !== null && isText && !result?.isError) {
    return (
      <ToolPart title={title} actions={<CopyButton label="Copy result" text={output ?? ''} />}>
        <CodeText cut={{ text: formatted, totalChars: formatted.length }} language="json" isBare />
      </ToolPart>
    );
  }
  const isMarkdown = isProse || (output !== null && lookOf(output) === 'markdown');
  return (
    <ResultPart
      title={title}
      result={result}
      outcome={outcome}
      output={output}
      textStyle={isMarkdown ? 'markdown' : 'output'}
    />
  );
}

/** JSON of an object or a list, also where it stands in a string; null for any other text. */
function formattedAnswer(output: string): string | null {
  const inner = output.trimStart().startsWith('"') ? unquoted(output) : output;
  return /^\s*[[{]/.test(inner) ? formatJson(inner) : null;
}

/** The text that a JSON string holds; the input where it is none. */
function unquoted(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}
