import type { JsonNode, JsonObject } from '../json/node';
import { EMPTY_OBJECT, isJsonArray, isJsonNumber, isJsonObject, memberValue } from '../json/node';

/**
 * Reads closed objects field by field and notes the first thing that has the wrong shape in `failure`; what is read
 * after that stands in for the missing value and is not to be used.
 */
export class ShapeReader {
  failure: string | undefined;

  /** The fields of an object that may hold only `known` ones. `place` is its path in the item, empty for the item. */
  object(node: JsonNode | undefined, place: string, known: readonly string[]): Fields {
    if (!isJsonObject(node)) {
      this.note(place === '' ? 'item must be an object' : wrong(place, node, 'an object'));
      return new Fields(this, EMPTY_OBJECT, place);
    }
    const fields = new Fields(this, node, place);
    const unknown = node.members.find((member) => !known.includes(member.key));
    if (unknown !== undefined) this.note(`unknown field "${fields.pathOf(unknown.key)}"`);
    return fields;
  }

  note(failure: string): void {
    this.failure ??= failure;
  }
}

/** The fields of one object. Of doubled fields the last counts. */
class Fields {
  readonly #reader: ShapeReader;
  readonly #object: JsonObject;
  readonly #place: string;

  constructor(reader: ShapeReader, object: JsonObject, place: string) {
    this.#reader = reader;
    this.#object = object;
    this.#place = place;
  }

  pathOf(key: string): string {
    return this.#place === '' ? key : `${this.#place}.${key}`;
  }

  value(key: string): JsonNode | undefined {
    return memberValue(this.#object, key);
  }

  has(key: string): boolean {
    return this.value(key) !== undefined;
  }

  required(key: string): JsonNode | undefined {
    const value = this.value(key);
    if (value === undefined) this.#reader.note(`missing field "${this.pathOf(key)}"`);
    return value;
  }

  string(key: string): string {
    this.required(key);
    return this.optionalString(key) ?? '';
  }

  optionalString(key: string): string | undefined {
    const value = this.value(key);
    if (value === undefined || typeof value === 'string') return value;
    this.#reader.note(wrong(this.pathOf(key), value, 'a string'));
    return undefined;
  }

  optionalObject(key: string): JsonObject | undefined {
    const value = this.value(key);
    if (value === undefined || isJsonObject(value)) return value;
    this.#reader.note(wrong(this.pathOf(key), value, 'an object'));
    return undefined;
  }

  optionalArray(key: string): readonly JsonNode[] {
    const value = this.value(key);
    if (isJsonArray(value)) return value.items;
    if (value !== undefined) this.#reader.note(wrong(this.pathOf(key), value, 'an array'));
    return [];
  }

  /** A required integer literal (no fraction, no exponent) from 0 to 2^64−1. */
  unsigned64(key: string): bigint {
    const value = this.required(key);
    if (isJsonNumber(value) && /^\d{1,20}$/.test(value.literal)) {
      const integer = BigInt(value.literal);
      if (integer < 2n ** 64n) return integer;
    }
    if (value !== undefined)
      this.#reader.note(wrong(this.pathOf(key), value, 'an integer from 0 to 18446744073709551615'));
    return 0n;
  }
}

function wrong(path: string, value: JsonNode | undefined, wanted: string): string {
  return value === null ? `field "${path}" must not be null` : `field "${path}" must be ${wanted}`;
}
