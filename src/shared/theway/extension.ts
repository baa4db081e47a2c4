import { isJsonObject, type JsonNode, type JsonObject, memberValue } from '../json/node';
import { corrupted, type TheWayError } from './error';
import { MAX_U32, MAX_U64, unsignedLiteral } from './integer-literal';

/**
 * Checks the envelope of an `extension` entry: first its shape (closed objects, JSON types, integer
 * literals), then its values in theway's order. Null when it is sound. Source: contract, section 5.
 */
export function checkExtension(envelope: JsonNode | undefined): TheWayError | null {
  const misshapen = envelopeShape(envelope);
  if (misshapen !== null) return corrupted('extension session entry has invalid extension', misshapen);
  // The shape check has just shown that these are objects.
  const object = envelope as JsonObject;
  return envelopeValues(object, memberValue(object, 'entry') as JsonObject);
}

const ENVELOPE_FIELDS = ['extensionId', 'stateSchemaVersion', 'originSequence', 'entry'];
const ENTRY_FIELDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['state_mutation', ['kind', 'key', 'mutation']],
  ['custom_event', ['kind', 'eventId', 'customType', 'payload']],
  ['model_context', ['kind', 'contextId', 'placement', 'content']],
  ['state_migration', ['kind', 'fromSchemaVersion', 'toSchemaVersion']],
]);

/** What is wrong with the shape, for people; null when nothing is. */
function envelopeShape(envelope: JsonNode | undefined): string | null {
  if (!isJsonObject(envelope)) return 'the envelope is not an object';
  const strange = unknownField(envelope, ENVELOPE_FIELDS);
  if (strange !== null) return strange;
  if (!isString(envelope, 'extensionId')) return 'extensionId is not a string';
  if (!isInteger(envelope, 'stateSchemaVersion', MAX_U32)) return 'stateSchemaVersion is not an integer';
  if (!isInteger(envelope, 'originSequence', MAX_U64)) return 'originSequence is not an integer';
  const entry = memberValue(envelope, 'entry');
  return isJsonObject(entry) ? entryShape(entry) : 'entry is not an object';
}

function entryShape(entry: JsonObject): string | null {
  const kind = memberValue(entry, 'kind');
  const fields = typeof kind === 'string' ? ENTRY_FIELDS.get(kind) : undefined;
  if (fields === undefined) return 'entry.kind is not known';
  const strange = unknownField(entry, fields);
  if (strange !== null) return `in entry: ${strange}`;
  switch (kind) {
    case 'state_mutation':
      return isString(entry, 'key')
        ? mutationShape(memberValue(entry, 'mutation'))
        : 'entry.key is not a string';
    case 'custom_event':
      if (!isString(entry, 'eventId')) return 'entry.eventId is not a string';
      if (!isString(entry, 'customType')) return 'entry.customType is not a string';
      return isPresent(entry, 'payload') ? null : 'entry.payload is missing';
    case 'model_context': {
      if (!isString(entry, 'contextId')) return 'entry.contextId is not a string';
      const placement = memberValue(entry, 'placement');
      if (placement !== 'system_prompt_section' && placement !== 'message')
        return 'entry.placement is not known';
      return isPresent(entry, 'content') ? null : 'entry.content is missing';
    }
    default:
      if (!isInteger(entry, 'fromSchemaVersion', MAX_U32)) return 'entry.fromSchemaVersion is not an integer';
      return isInteger(entry, 'toSchemaVersion', MAX_U32) ? null : 'entry.toSchemaVersion is not an integer';
  }
}

function mutationShape(mutation: JsonNode | undefined): string | null {
  if (!isJsonObject(mutation)) return 'entry.mutation is not an object';
  const operation = memberValue(mutation, 'operation');
  // The one open object: theway ignores whatever stands beside `"operation": "delete"`.
  if (operation === 'delete') return null;
  if (operation !== 'set') return 'entry.mutation.operation is not known';
  const strange = unknownField(mutation, ['operation', 'value']);
  if (strange !== null) return `in entry.mutation: ${strange}`;
  return isPresent(mutation, 'value') ? null : 'entry.mutation.value is missing';
}

function envelopeValues(envelope: JsonObject, entry: JsonObject): TheWayError | null {
  if (!isExtensionId(stringOf(envelope, 'extensionId')))
    return corrupted('extension durable entry has an invalid extension id');
  const stateSchema = unsignedLiteral(memberValue(envelope, 'stateSchemaVersion'), MAX_U32) ?? 0n;
  if (stateSchema === 0n) return corrupted('extension durable entry state schema must be greater than zero');
  if (unsignedLiteral(memberValue(envelope, 'originSequence'), MAX_U64) === 0n)
    return corrupted('extension durable entry origin sequence must be greater than zero');
  switch (memberValue(entry, 'kind')) {
    case 'state_mutation':
      return isKey(stringOf(entry, 'key')) ? null : corrupted('extension state key is invalid');
    case 'custom_event':
      if (!isKey(stringOf(entry, 'eventId'))) return corrupted('extension custom event id is invalid');
      return isTypeName(stringOf(entry, 'customType'))
        ? null
        : corrupted('extension custom event type is invalid');
    case 'model_context':
      if (!isKey(stringOf(entry, 'contextId'))) return corrupted('extension model context id is invalid');
      return contentFits(entry)
        ? null
        : corrupted('extension model context content does not match its placement');
    default: {
      const from = unsignedLiteral(memberValue(entry, 'fromSchemaVersion'), MAX_U32) ?? 0n;
      const to = unsignedLiteral(memberValue(entry, 'toSchemaVersion'), MAX_U32) ?? 0n;
      const isSound = from >= 1n && from < to && to === stateSchema;
      return isSound ? null : corrupted('extension state migration versions are invalid');
    }
  }
}

function contentFits(entry: JsonObject): boolean {
  const content = memberValue(entry, 'content');
  return memberValue(entry, 'placement') === 'message' ? isJsonObject(content) : typeof content === 'string';
}

function isExtensionId(id: string): boolean {
  return id.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id);
}

/** Keys and ids: 1 to 256 bytes of UTF-8, no control characters. */
function isKey(key: string): boolean {
  if (key === '' || key.length > 256 || /\p{Cc}/u.test(key)) return false;
  return new TextEncoder().encode(key).length <= 256;
}

function isTypeName(name: string): boolean {
  return name.length <= 128 && /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(name);
}

function unknownField(object: JsonObject, known: readonly string[]): string | null {
  const stranger = object.members.find(({ key }) => !known.includes(key));
  return stranger === undefined ? null : `unknown field ${JSON.stringify(stranger.key.slice(0, 80))}`;
}

function isString(object: JsonObject, key: string): boolean {
  return typeof memberValue(object, key) === 'string';
}

function isInteger(object: JsonObject, key: string, max: bigint): boolean {
  return unsignedLiteral(memberValue(object, key), max) !== null;
}

function isPresent(object: JsonObject, key: string): boolean {
  return memberValue(object, key) !== undefined;
}

function stringOf(object: JsonObject, key: string): string {
  const value = memberValue(object, key);
  return typeof value === 'string' ? value : '';
}
