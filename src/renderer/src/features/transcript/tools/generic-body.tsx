import { CopyButton } from '../../../ui/copy-button';
import { AnswerPart } from './answer-part';
import { ArgumentList } from './argument-list';
import type { ToolBodyProps } from './call-view';
import { ToolPart } from './tool-part';

/** A call of a tool that nothing is known of: its arguments by name, and its answer by its look. */
export function GenericBody({ row, paired, view, outcome }: ToolBodyProps) {
  const { call, result, block } = paired;
  return (
    <>
      <ToolPart
        title={`Arguments${call.asString ? ', stored as a string' : ''}`}
        actions={<CopyButton label="Copy arguments" text={call.argumentsText.text} />}
      >
        <ArgumentList cut={call.argumentsText} source={{ row, block }} />
      </ToolPart>
      <AnswerPart result={result} outcome={outcome} output={view.output} />
    </>
  );
}
