import { isJsonObject } from '../json/node';
import { isBlank } from '../text/white-space';
import type { ArtifactRef, Item, ToolCall } from './item';
import { describeJsonError, parsePayload } from './payload-json';

/** A tool call whose type has not been judged yet. */
export interface CallDraft extends ToolCall {
  readonly type: string;
}

/** An item of the right shape whose role and tool calls have not been judged yet. */
export interface ItemDraft extends Omit<Item, 'role' | 'toolCalls'> {
  readonly role: string;
  readonly toolCalls: readonly CallDraft[];
}

/** What the rules say of tool calls. */
export interface CallVerdict {
  /** The first rule a call breaks, call by call, in the reference's words. */
  readonly broken?: string;
  /** Whether the arguments judged have a key more than once somewhere. */
  readonly hasDuplicateKeys: boolean;
}

/** Judges tool calls in order, up to the first that breaks a rule. */
export function judgeCalls(calls: readonly CallDraft[]): CallVerdict {
  let hasDuplicateKeys = false;
  for (const call of calls) {
    const verdict = judgeCall(call);
    if (verdict.broken !== undefined) return verdict;
    hasDuplicateKeys ||= verdict.hasDuplicateKeys;
  }
  return { hasDuplicateKeys };
}

function judgeCall(call: CallDraft): CallVerdict {
  const broken = (rule: string): CallVerdict => ({ broken: rule, hasDuplicateKeys: false });
  if (isBlank(call.id)) return broken('session tool call id must be non-empty');
  if (call.type !== 'function') return broken(`unknown session tool call type: ${call.type}`);
  if (isBlank(call.name)) return broken('session tool function name must be non-empty');
  const parsed = parsePayload(call.arguments);
  if (!parsed.ok) return broken(`invalid session tool arguments JSON: ${describeJsonError(parsed.error)}`);
  if (!isJsonObject(parsed.node)) return broken('session tool arguments must decode to an object');
  return { hasDuplicateKeys: parsed.hasDuplicateKeys };
}

const ARTIFACT_PATH = /^\.vv-agent\/artifacts(?:\/[A-Za-z0-9][A-Za-z0-9._-]{0,127})+$/;
/** In bytes; a path that fits the pattern is ASCII. */
const MAX_ARTIFACT_PATH_LENGTH = 512;

/** The first rule an artifact reference breaks, in the reference's words. */
export function findBrokenArtifactRule(artifact: ArtifactRef | undefined): string | undefined {
  if (artifact === undefined) return undefined;
  if (artifact.path.length > MAX_ARTIFACT_PATH_LENGTH || !ARTIFACT_PATH.test(artifact.path))
    return 'artifact_path_invalid';
  if (artifact.mediaType !== 'text/plain' || artifact.encoding !== 'utf-8')
    return 'tool_result_invalid: artifact media type or encoding is invalid';
  return isSha256(artifact.sha256) ? undefined : 'tool_result_invalid: artifact sha256 is invalid';
}

/** Whether a text is 64 lower-case hex digits. */
export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
