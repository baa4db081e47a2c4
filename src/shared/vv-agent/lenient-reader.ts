import type { JsonNode, JsonObject } from '../json/node';
import { EMPTY_OBJECT, isJsonArray, isJsonObject, memberValue } from '../json/node';
import { printJson } from '../json/print';
import { trimWhiteSpace } from '../text/white-space';
import type { Item, ToolCall } from './item';
import { roleNamed } from './item';
import type { ItemLoss } from './losses';
import { Losses } from './losses';
import { normalizeJson } from './normal-json';
import { describeJsonError, parsePayload } from './payload-json';
import { withoutAbsent } from './present';

/** An item read by the rules of version 1 and all its payload says that the item does not, or why it is none. */
export type LenientResult =
  | { readonly ok: true; readonly item: Item; readonly losses: readonly ItemLoss[] }
  | { readonly ok: false; readonly message: string };

/**
 * Reads the payload text of an item as version 1 and older do. The item is in normal form, but may still break a
 * rule that version 2 has and version 1 has not, a blank call id for one.
 */
export function readItemLenient(text: string): LenientResult {
  const parsed = parsePayload(text);
  if (!parsed.ok) return { ok: false, message: `invalid item JSON: ${describeJsonError(parsed.error)}` };
  const reader = new LenientReader();
  const item = reader.payload(parsed.node);
  if (item === undefined) return { ok: false, message: reader.failure };
  reader.losses.noteDuplicateKeys(parsed.node, '');
  return { ok: true, item, losses: reader.losses.found };
}

const TAGS = ['user', 'assistant', 'system', 'tool'] as const;
const OPTIONAL_FIELDS = ['name', 'tool_call_id', 'tool_calls', 'reasoning_content', 'image_url', 'metadata'];
const MESSAGE_FIELDS = ['role', 'content', ...OPTIONAL_FIELDS];
/** Fields that mean the same as being absent when they are null. */
const NULLABLE_FIELDS = [...OPTIONAL_FIELDS, 'artifact_ref'];

/** A method that fails notes the reason in `failure` and returns undefined. */
class LenientReader {
  failure = '';
  readonly losses = new Losses();

  payload(node: JsonNode): Item | undefined {
    if (!isJsonObject(node)) return this.#fail('Message payload must be an object');
    const tag = memberValue(node, 'type');
    return tag === undefined ? this.#message(node, '') : this.#tagged(node, tag);
  }

  #fail(message: string): undefined {
    this.failure = message;
    return undefined;
  }

  /** The form `{"type": TAG, …}`. */
  #tagged(node: JsonObject, tag: JsonNode): Item | undefined {
    if (tag === 'message') {
      this.losses.noteOthers(node, '', ['type', 'message']);
      const message = memberValue(node, 'message');
      if (!isJsonObject(message)) return this.#fail('Message payload must be an object');
      return this.#message(message, 'message');
    }
    const role = TAGS.find((name) => name === tag);
    if (role === undefined) return this.#fail(`unknown session item type: ${printJson(tag)}`);
    const content = this.#requiredString(node, 'content');
    const toolCallId = role === 'tool' ? this.#requiredString(node, 'tool_call_id') : undefined;
    if (content === undefined || (role === 'tool' && toolCallId === undefined)) return undefined;
    const read = ['type', 'content', ...(role === 'tool' ? ['tool_call_id'] : [])];
    if (memberValue(node, 'role') === role) read.push('role');
    this.losses.noteOthers(node, '', read, NULLABLE_FIELDS);
    return { role, content, toolCalls: [], metadata: EMPTY_OBJECT, ...withoutAbsent({ toolCallId }) };
  }

  #message(node: JsonObject, place: string): Item | undefined {
    const roleText = this.#requiredString(node, 'role');
    if (roleText === undefined) return undefined;
    const role = roleNamed(roleText);
    if (role === undefined) return this.#fail(`unknown message role: ${roleText}`);
    const toolCalls = this.#toolCalls(node, place);
    if (toolCalls === undefined) return undefined;
    const metadata = memberValue(node, 'metadata') ?? EMPTY_OBJECT;
    if (!isJsonObject(metadata)) return this.#fail('"metadata" must be an object');
    this.losses.noteOthers(node, place, MESSAGE_FIELDS, NULLABLE_FIELDS);
    const optional = {
      name: this.#optionalString(node, place, 'name'),
      toolCallId: this.#optionalString(node, place, 'tool_call_id'),
      reasoningContent: this.#optionalString(node, place, 'reasoning_content'),
      imageUrl: this.#optionalString(node, place, 'image_url'),
    };
    return {
      role,
      content: this.#optionalString(node, place, 'content') ?? '',
      toolCalls,
      metadata: normalizeJson(metadata),
      ...withoutAbsent(optional),
    };
  }

  #requiredString(node: JsonObject, key: string): string | undefined {
    const value = memberValue(node, key);
    return typeof value === 'string' ? value : this.#fail(`missing required string field "${key}"`);
  }

  #optionalString(node: JsonObject, place: string, key: string): string | undefined {
    const value = memberValue(node, key);
    if (typeof value === 'string') return value;
    this.losses.noteDropped(place, key, value);
    return undefined;
  }

  #toolCalls(node: JsonObject, place: string): readonly ToolCall[] | undefined {
    const value = memberValue(node, 'tool_calls');
    if (!isJsonArray(value)) {
      this.losses.noteDropped(place, 'tool_calls', value);
      return [];
    }
    const calls: ToolCall[] = [];
    for (const [index, callNode] of value.items.entries()) {
      const prefix = place === '' ? '' : `${place}.`;
      const call = this.#toolCall(callNode, `${prefix}tool_calls[${index}]`);
      if (call === undefined) return undefined;
      calls.push(call);
    }
    return calls;
  }

  /** A call with its name and arguments inside `function`, or flat beside its id. Its type is not looked at. */
  #toolCall(node: JsonNode, place: string): ToolCall | undefined {
    if (!isJsonObject(node)) return this.#fail('ToolCall payload must be an object');
    const id = this.#requiredString(node, 'id');
    if (id === undefined) return undefined;
    const named = memberValue(node, 'function');
    const isNested = isJsonObject(named);
    const name = this.#requiredString(isNested ? named : node, 'name');
    if (name === undefined) return undefined;
    const text = isNested
      ? this.#nestedArguments(memberValue(named, 'arguments'), `${place}.function`)
      : this.#flatArguments(memberValue(node, 'arguments'));
    if (text === undefined) return undefined;
    const extraContent = memberValue(node, 'extra_content');
    if (!isJsonObject(extraContent)) this.losses.noteDropped(place, 'extra_content', extraContent);
    this.#noteCallLosses(node, isNested ? named : undefined, place);
    return {
      id,
      name,
      arguments: text,
      ...(isJsonObject(extraContent) ? { extraContent: normalizeJson(extraContent) } : {}),
    };
  }

  #noteCallLosses(call: JsonObject, named: JsonObject | undefined, place: string): void {
    const type = memberValue(call, 'type');
    if (type !== 'function') this.losses.noteDropped(place, 'type', type);
    const read = [
      'id',
      'type',
      'extra_content',
      ...(named === undefined ? ['name', 'arguments'] : ['function']),
    ];
    this.losses.noteOthers(call, place, read, ['function']);
    if (named !== undefined) this.losses.noteOthers(named, `${place}.function`, ['name', 'arguments']);
  }

  /** What version 1 cannot read becomes an empty object; here that is noted as a loss. */
  #nestedArguments(value: JsonNode | undefined, place: string): string {
    if (value === undefined || value === null) return '{}';
    if (isJsonObject(value)) return printJson(normalizeJson(value));
    const text = typeof value === 'string' ? trimWhiteSpace(value) : undefined;
    if (text === '') return '{}';
    const parsed = text === undefined ? undefined : parsePayload(text);
    if (parsed?.ok && isJsonObject(parsed.node)) {
      this.losses.noteDuplicateKeys(parsed.node, `${place}.arguments`);
      return printJson(normalizeJson(parsed.node));
    }
    this.losses.noteUnreadableArguments(place, value);
    return '{}';
  }

  #flatArguments(value: JsonNode | undefined): string | undefined {
    if (value === undefined || value === null) return '{}';
    if (!isJsonObject(value)) return this.#fail('"arguments" must be an object');
    return printJson(normalizeJson(value));
  }
}
