import { shellCommand, shellEnd } from '../../../../../shared/tools/shell';
import { CopyButton } from '../../../ui/copy-button';
import { UntrustedText } from '../../../ui/untrusted-text';
import { CodeText } from '../../entry/code-text';
import { JsonView } from '../../entry/json-view';
import type { ToolBodyProps } from './call-view';
import { NoneHere, ResultPart, ToolPart } from './tool-part';

/** A command and what it printed, as on a terminal. */
export function ShellBody({ row, paired, view, outcome }: ToolBodyProps) {
  const { call, result } = paired;
  const shell = shellCommand(view.args);
  const end = view.output === null ? null : shellEnd(view.output, view.details);
  return (
    <>
      <ToolPart
        title={
          shell?.folder ? (
            <>
              Command in <UntrustedText text={shell.folder} />
            </>
          ) : (
            'Command'
          )
        }
        actions={shell && <CopyButton label="Copy command" text={shell.command} />}
      >
        {shell === null ? (
          <JsonView cut={call.argumentsText} source={{ row, block: paired.block }} isBare />
        ) : (
          <CodeText cut={{ text: shell.command, totalChars: shell.command.length }} language="bash" isBare />
        )}
      </ToolPart>
      {result === null || end === null || end.output === view.output ? (
        <ResultPart result={result} outcome={outcome} output={view.output} />
      ) : (
        <ToolPart title="Output" actions={<CopyButton label="Copy output" text={end.output} />}>
          {end.output === '' ? (
            <NoneHere>It printed nothing.</NoneHere>
          ) : (
            <CodeText cut={{ text: end.output, totalChars: end.output.length }} isOutput isBare />
          )}
        </ToolPart>
      )}
    </>
  );
}
