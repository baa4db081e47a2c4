import { textField } from '../content/fields';
import { isJsonNumber, isJsonObject, type JsonNode, type JsonObject, memberValue } from '../json/node';
import type { Ruled, TheWayError } from './error';
import { checkExtension } from './extension';
import type { SessionEntry } from './session-entry';

/** What one entry of an extension does. Integers are the digits they are written with. Contract, section 5. */
type ExtensionAct =
  /** `value` undefined: the key is deleted. */
  | { readonly kind: 'state_mutation'; readonly key: string; readonly value: JsonNode | undefined }
  | {
      readonly kind: 'custom_event';
      readonly eventId: string;
      readonly customType: string;
      readonly payload: JsonNode;
    }
  | {
      readonly kind: 'model_context';
      readonly contextId: string;
      readonly placement: string;
      readonly content: JsonNode;
    }
  | { readonly kind: 'state_migration'; readonly from: string; readonly to: string };

/** One entry of an extension on a path. */
export interface ExtensionStep {
  readonly entryId: string;
  readonly stateSchemaVersion: string;
  readonly originSequence: string;
  readonly act: ExtensionAct;
}

/** One extension as it stands at the end of a path. */
export interface ExtensionState {
  readonly extensionId: string;
  /** Of its last entry. */
  readonly stateSchemaVersion: string;
  /** What the mutations left, in the order in which the keys were first set. */
  readonly values: ReadonlyMap<string, { readonly value: JsonNode; readonly entryId: string }>;
  /** Every entry of it, root first. */
  readonly steps: readonly ExtensionStep[];
}

/** The `extension` entries of one extension on a path, root first. Any bad envelope on the path is an error. */
export function extensionEntries(
  path: readonly SessionEntry[],
  extensionId: string,
): Ruled<readonly SessionEntry[]> {
  const error = firstBadEnvelope(path);
  if (error !== null) return { ok: false, error };
  return { ok: true, value: path.filter((entry) => extensionIdOf(entry) === extensionId) };
}

/**
 * The state of each extension at the end of a path, in the order in which they first wrote: the replay of its mutations
 * from root to leaf. A migration changes the version alone. Any bad envelope on the path is an error. Contract, section 5.
 */
export function replayExtensions(path: readonly SessionEntry[]): Ruled<ExtensionState[]> {
  const error = firstBadEnvelope(path);
  if (error !== null) return { ok: false, error };
  const replays = new Map<string, ExtensionReplay>();
  for (const entry of path) {
    const extensionId = extensionIdOf(entry);
    if (extensionId === null) continue;
    const replay = replays.get(extensionId) ?? new ExtensionReplay(extensionId);
    replays.set(extensionId, replay);
    replay.push(entry);
  }
  return { ok: true, value: [...replays.values()].map((replay) => replay.state()) };
}

class ExtensionReplay {
  readonly #extensionId: string;
  readonly #values = new Map<string, { readonly value: JsonNode; readonly entryId: string }>();
  readonly #steps: ExtensionStep[] = [];

  constructor(extensionId: string) {
    this.#extensionId = extensionId;
  }

  push({ id, object }: SessionEntry): void {
    const envelope = objectField(object, 'extension');
    const act = actOf(objectField(envelope, 'entry'));
    this.#steps.push({
      entryId: id,
      stateSchemaVersion: digits(envelope, 'stateSchemaVersion'),
      originSequence: digits(envelope, 'originSequence'),
      act,
    });
    if (act.kind !== 'state_mutation') return;
    if (act.value === undefined) this.#values.delete(act.key);
    else this.#values.set(act.key, { value: act.value, entryId: id });
  }

  state(): ExtensionState {
    return {
      extensionId: this.#extensionId,
      stateSchemaVersion: this.#steps.at(-1)?.stateSchemaVersion ?? '',
      values: this.#values,
      steps: this.#steps,
    };
  }
}

function firstBadEnvelope(path: readonly SessionEntry[]): TheWayError | null {
  for (const { type, object } of path) {
    const error = type === 'extension' ? checkExtension(memberValue(object, 'extension')) : null;
    if (error !== null) return error;
  }
  return null;
}

function extensionIdOf({ type, object }: SessionEntry): string | null {
  return type === 'extension' ? textField(objectField(object, 'extension'), 'extensionId') : null;
}

/** What the entry of a sound envelope does. */
function actOf(entry: JsonObject): ExtensionAct {
  switch (textField(entry, 'kind')) {
    case 'state_mutation': {
      const mutation = objectField(entry, 'mutation');
      const isDelete = textField(mutation, 'operation') === 'delete';
      const value = isDelete ? undefined : memberValue(mutation, 'value');
      return { kind: 'state_mutation', key: textField(entry, 'key') ?? '', value };
    }
    case 'custom_event':
      return {
        kind: 'custom_event',
        eventId: textField(entry, 'eventId') ?? '',
        customType: textField(entry, 'customType') ?? '',
        payload: memberValue(entry, 'payload') ?? null,
      };
    case 'model_context':
      return {
        kind: 'model_context',
        contextId: textField(entry, 'contextId') ?? '',
        placement: textField(entry, 'placement') ?? '',
        content: memberValue(entry, 'content') ?? null,
      };
    default:
      return {
        kind: 'state_migration',
        from: digits(entry, 'fromSchemaVersion'),
        to: digits(entry, 'toSchemaVersion'),
      };
  }
}

/** An object that the check of the envelope has found there. */
function objectField(object: JsonObject, key: string): JsonObject {
  const value = memberValue(object, key);
  if (!isJsonObject(value)) throw new Error(`An envelope without ${key} passed its check`);
  return value;
}

function digits(object: JsonObject, key: string): string {
  const value = memberValue(object, key);
  return isJsonNumber(value) ? value.literal : '';
}
