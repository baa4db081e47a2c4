import { type EntryContent, NO_CONTENT } from '../../../shared/content/content';
import { textField } from '../../../shared/content/fields';
import { isJsonObject } from '../../../shared/json/node';
import { LARGEST_MAX_DEPTH, parseJson } from '../../../shared/json/parse';
import { FLAG } from '../../../shared/model/heads';
import type { Finding } from '../../../shared/model/report';
import { MAX_PARSED_BYTES } from '../read-limits';
import { itemContent } from './item-content';
import type { StoredMessage } from './message-table';

/** What a message says, and what is wrong with its row. */
export interface ItemReading {
  /** Stored type or role word. */
  readonly type: string;
  readonly content: EntryContent;
  readonly findings: readonly Finding[];
}

/** Reads a message. What is no item comes as it is stored; the programs of the SDK pass over it. */
export function readItem({ payload }: StoredMessage): ItemReading {
  if (payload.state === 'too-large') {
    const message = `The message is above the ${MAX_PARSED_BYTES} bytes that are read as JSON.`;
    return {
      type: '',
      content: NO_CONTENT,
      findings: [{ code: 'item-too-large', severity: 'warning', message }],
    };
  }
  if (payload.state === 'odd') return storedAsIs(payload.text, payload.reason);
  const parsed = parseJson(payload.text, { maxDepth: LARGEST_MAX_DEPTH });
  if (!parsed.ok) return storedAsIs(payload.text, `The message is no JSON: ${parsed.error.message}.`);
  if (!isJsonObject(parsed.node)) return storedAsIs(payload.text, 'The message is no JSON object.');
  const type = textField(parsed.node, 'type') ?? textField(parsed.node, 'role') ?? '';
  const content = itemContent(parsed.node);
  const findings = content.faults.map(
    (message): Finding => ({ code: 'item-invalid', severity: 'error', message }),
  );
  if (!parsed.hasDuplicateKeys) return { type, content, findings };
  const message = 'An object in the message has a key more than once; the last one counts.';
  return { type, content, findings: [...findings, { code: 'duplicate-key', severity: 'warning', message }] };
}

/** Bits of `FLAG` that the content of a message calls for. */
export function contentFlags({ parts, isError }: EntryContent): number {
  let flags = isError ? FLAG.error : 0;
  for (const { type } of parts) {
    if (type === 'image') flags |= FLAG.image;
    if (type === 'thinking') flags |= FLAG.thinking;
  }
  return flags;
}

/** The calls that a message makes and does not answer itself, and the id of the call that it answers. */
export function callsOf({ parts }: EntryContent): {
  readonly made: readonly { readonly callId: string; readonly name: string }[];
  readonly answeredId: string | null;
} {
  const made: { callId: string; name: string }[] = [];
  for (const part of parts) {
    if (part.type === 'tool_result') return { made: [], answeredId: made.length > 0 ? null : part.callId };
    if (part.type === 'tool_call' && part.callId !== null)
      made.push({ callId: part.callId, name: part.name });
  }
  return { made, answeredId: null };
}

function storedAsIs(text: string, message: string): ItemReading {
  const parts = [{ type: 'stored', label: 'stored record', text } as const];
  return {
    type: '',
    content: { ...NO_CONTENT, parts, preview: text },
    findings: [{ code: 'item-not-json', severity: 'error', message }],
  };
}
