import { type Arguments, parseArguments, textOf } from '../../../../../shared/tools/arguments';
import { type ChildSession, childSessionOf } from '../../../../../shared/tools/child-session';
import { CopyButton } from '../../../ui/copy-button';
import { Tag } from '../../../ui/tag';
import { UntrustedText } from '../../../ui/untrusted-text';
import { LongText } from '../../entry/long-text';
import { Markdown } from '../markdown';
import styles from './agent-body.module.css';
import { AnswerPart } from './answer-part';
import { ArgumentList, hasOtherArguments } from './argument-list';
import type { ToolBodyProps } from './call-view';
import { ChildSessionLink } from './child-session-link';
import { ToolPart } from './tool-part';

const PROMPTS = ['prompt', 'task_description', 'message', 'task', 'instruction'];
const KINDS = ['subagent_type', 'agent_name', 'agent_type', 'agent_id', 'agent'];

/** The session that the reader of the file found for a call. */
function startedSession({ startedSession: id }: ToolBodyProps['paired']['call']): ChildSession | null {
  return id === undefined ? null : { id };
}

/** Codex prints JSON with the id of the agent that it started. */
function printedParts(output: string | null): readonly Arguments[] {
  const printed = output?.trimStart().startsWith('{') ? parseArguments(output) : null;
  return printed === null ? [] : [printed];
}

/** A task that was handed to another agent: what it was asked, what it answered, and the way to its own transcript. */
export function AgentBody({ row, paired, view, outcome }: ToolBodyProps) {
  const { call, result, block } = paired;
  const prompt = textOf(view.args, ...PROMPTS);
  const kind = textOf(view.args, ...KINDS);
  const child =
    startedSession(call) ?? childSessionOf(view.args, [...view.details, ...printedParts(view.output)]);
  const shown = [
    ...PROMPTS.filter((name) => prompt !== null && textOf(view.args, name) === prompt),
    ...KINDS.filter((name) => kind !== null && textOf(view.args, name) === kind),
  ];
  return (
    <>
      <ToolPart
        title={
          <span className={styles.title}>
            Asked of{' '}
            {kind === null ? (
              'another agent'
            ) : (
              <Tag tone="accent">
                <UntrustedText text={kind} />
              </Tag>
            )}
          </span>
        }
        actions={
          <>
            {child && <ChildSessionLink child={child} />}
            {prompt !== null && <CopyButton label="Copy prompt" text={prompt} />}
          </>
        }
      >
        {prompt !== null && (
          <LongText cut={{ text: prompt, totalChars: prompt.length }}>
            {(first, more) => <Markdown text={[first, ...more].join('')} />}
          </LongText>
        )}
        {hasOtherArguments(call.argumentsText, shown) && (
          <div className={prompt === null ? undefined : styles.others}>
            <ArgumentList cut={call.argumentsText} source={{ row, block }} except={shown} />
          </div>
        )}
      </ToolPart>
      <AnswerPart result={result} outcome={outcome} output={view.output} title="Answer" isProse />
    </>
  );
}
