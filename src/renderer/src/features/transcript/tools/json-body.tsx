import { useMemo } from 'react';
import { CopyButton } from '../../../ui/copy-button';
import { CodeText } from '../../entry/code-text';
import { formatJson } from '../../entry/json-text';
import { JsonView } from '../../entry/json-view';
import type { ToolBodyProps } from './call-view';
import { ResultPart, ToolPart } from './tool-part';

/** A call whose result may be JSON, also JSON that stands in a string of JSON: set out on lines. */
export function JsonBody({ row, paired, view, outcome }: ToolBodyProps) {
  const { call, result, block } = paired;
  const formatted = useMemo(
    () => (view.output === null ? null : formattedResult(view.output)),
    [view.output],
  );
  return (
    <>
      <ToolPart
        title="Arguments"
        actions={<CopyButton label="Copy arguments" text={call.argumentsText.text} />}
      >
        <JsonView cut={call.argumentsText} source={{ row, block }} isBare />
      </ToolPart>
      {formatted === null ? (
        <ResultPart result={result} outcome={outcome} output={view.output} />
      ) : (
        <ToolPart
          title="Result, set out"
          actions={<CopyButton label="Copy result" text={view.output ?? ''} />}
        >
          <CodeText cut={{ text: formatted, totalChars: formatted.length }} language="json" isBare />
        </ToolPart>
      )}
    </>
  );
}

/** Null where a result is no object and no list, and so is best left as it is. */
function formattedResult(output: string): string | null {
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
