import { textField } from '../../../shared/content/fields';
import { isNativeObject, type NativeObject, type NativeValue } from '../../../shared/json/native';
import { isJsonObject, type JsonObject, memberValue } from '../../../shared/json/node';

/** A record of a rollout without its envelope; those of 2025 had none. */
export interface Unwrapped<Payload> {
  /** `session_meta`, `response_item`, `event_msg`, … */
  readonly type: string;
  readonly payload: Payload;
  /** As stored; null where the record has none. */
  readonly timestamp: string | null;
}

/** The types of items of the model's history, as they may stand in a file without an envelope. */
const BARE_ITEMS: ReadonlySet<string> = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'web_search_call',
]);

/** Whether a record is in an envelope, as all are since September 2025. */
export function isEnvelope({ type, timestamp, payload }: NativeObject): boolean {
  return typeof type === 'string' && typeof timestamp === 'string' && isNativeObject(payload);
}

/** Whether a record is an item of the model's history without an envelope. */
export function isBareItem({ type }: NativeObject): boolean {
  return typeof type === 'string' && BARE_ITEMS.has(type);
}

/** Whether a record is the header of a session without envelopes. */
export function isBareHeader(record: NativeObject): boolean {
  const { id, timestamp, type } = record;
  return (
    type === undefined && typeof id === 'string' && typeof timestamp === 'string' && 'instructions' in record
  );
}

/** Whether a record could be such a header of which only the beginning is left. */
export function mayBeCutHeader(record: NativeObject): boolean {
  return Object.keys(record).join() === 'id,timestamp' && typeof record.timestamp === 'string';
}

/** A record on its way through the heads, its long strings cut. */
export function unwrap(record: NativeObject): Unwrapped<NativeObject> {
  const timestamp = typeof record.timestamp === 'string' ? record.timestamp : null;
  const type = textOf(record.type);
  if (isNativeObject(record.payload)) return { type, payload: record.payload, timestamp };
  return { type: bareType(type, isBareHeader(record)), payload: record, timestamp };
}

/** A record as it is stored. */
export function unwrapNode(record: JsonObject): Unwrapped<JsonObject> {
  const timestamp = textField(record, 'timestamp');
  const type = textField(record, 'type') ?? '';
  const payload = memberValue(record, 'payload');
  if (isJsonObject(payload)) return { type, payload, timestamp };
  const isHeader =
    memberValue(record, 'type') === undefined &&
    textField(record, 'id') !== null &&
    timestamp !== null &&
    memberValue(record, 'instructions') !== undefined;
  return { type: bareType(type, isHeader), payload: record, timestamp };
}

function bareType(type: string, isHeader: boolean): string {
  if (isHeader) return 'session_meta';
  return BARE_ITEMS.has(type) ? 'response_item' : type;
}

/** A text; empty for any other value. */
export function textOf(value: NativeValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
