import { duplicateKeys } from '../json/duplicate-keys';
import type { JsonNode, JsonObject } from '../json/node';
import { effectiveMembers } from '../json/node';
import { printJson } from '../json/print';
import type { Item } from './item';
import { parsePayload } from './payload-json';

/** Something a payload says and the item read from it does not. */
export interface ItemLoss {
  readonly what: 'dropped-field' | 'unreadable-arguments' | 'duplicate-key';
  /** Where it stands in the payload, for example `tool_calls[0].function.arguments`. */
  readonly path: string;
  /** Its JSON text; of a doubled key, the value that counts. */
  readonly text: string;
}

/** The doubled keys of a payload that was read strictly, in it and in the arguments of its calls. */
export function duplicateKeyLosses(text: string, item: Item): readonly ItemLoss[] {
  const losses = new Losses();
  const note = (json: string, place: string) => {
    const parsed = parsePayload(json);
    if (parsed.ok && parsed.hasDuplicateKeys) losses.noteDuplicateKeys(parsed.node, place);
  };
  note(text, '');
  for (const [index, call] of item.toolCalls.entries())
    note(call.arguments, `tool_calls[${index}].function.arguments`);
  return losses.found;
}

/** Collects what reading a payload leniently leaves out. */
export class Losses {
  readonly found: ItemLoss[] = [];

  /** A field that is not taken over. One that is absent or null says nothing. */
  noteDropped(place: string, key: string, value: JsonNode | undefined): void {
    if (value !== undefined && value !== null) this.#note('dropped-field', pathOf(place, key), value);
  }

  /** All fields but those `read`; a `nullable` one that is null says nothing. */
  noteOthers(
    object: JsonObject,
    place: string,
    read: readonly string[],
    nullable: readonly string[] = [],
  ): void {
    for (const { key, value } of effectiveMembers(object)) {
      if (read.includes(key) || (value === null && nullable.includes(key))) continue;
      this.#note('dropped-field', pathOf(place, key), value);
    }
  }

  noteUnreadableArguments(place: string, value: JsonNode): void {
    this.#note('unreadable-arguments', pathOf(place, 'arguments'), value);
  }

  /** Doubled keys at any depth: writing the item anew would keep their last value only. */
  noteDuplicateKeys(node: JsonNode, place: string): void {
    for (const { path, value } of duplicateKeys(node, place)) this.#note('duplicate-key', path, value);
  }

  #note(what: ItemLoss['what'], path: string, value: JsonNode): void {
    this.found.push({ what, path, text: printJson(value) });
  }
}

function pathOf(place: string, key: string): string {
  return place === '' ? key : `${place}.${key}`;
}
