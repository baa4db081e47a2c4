/**
 * A JSON document that has lost nothing: numbers keep the digits they were written with and objects keep
 * every member in its place, doubled keys included. Null, booleans and (decoded) strings stand for themselves.
 */
export type JsonNode = null | boolean | string | JsonNumber | JsonArray | JsonObject;

/** A number as it was written, for example `1.0`, `-0` or `9007199254740993`. */
export interface JsonNumber {
  readonly kind: 'number';
  readonly literal: string;
}

/** An array and its items in order. */
export interface JsonArray {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}

/** An object: all members in written order, and the keys that occur more than once (each named once). */
export interface JsonObject {
  readonly kind: 'object';
  readonly members: readonly JsonMember[];
  readonly duplicateKeys: readonly string[];
}

/** One `key: value` pair of an object. */
export interface JsonMember {
  readonly key: string;
  readonly value: JsonNode;
}

/** The object without members. */
export const EMPTY_OBJECT: JsonObject = { kind: 'object', members: [], duplicateKeys: [] };

/** Whether the node is an object. */
export function isJsonObject(node: JsonNode | undefined): node is JsonObject {
  return typeof node === 'object' && node !== null && node.kind === 'object';
}

/** Whether the node is an array. */
export function isJsonArray(node: JsonNode | undefined): node is JsonArray {
  return typeof node === 'object' && node !== null && node.kind === 'array';
}

/** Whether the node is a number. */
export function isJsonNumber(node: JsonNode | undefined): node is JsonNumber {
  return typeof node === 'object' && node !== null && node.kind === 'number';
}

/** The value of a key, the last one where the key is doubled (as JSON.parse and serde_json do), else undefined. */
export function memberValue(object: JsonObject, key: string): JsonNode | undefined {
  for (let index = object.members.length - 1; index >= 0; index -= 1) {
    const member = object.members[index];
    if (member?.key === key) return member.value;
  }
  return undefined;
}

/** The members that count where the last of doubled keys wins, in the order of their last occurrence. */
export function effectiveMembers(object: JsonObject): readonly JsonMember[] {
  if (object.duplicateKeys.length === 0) return object.members;
  const lastIndex = new Map(object.members.map((member, index) => [member.key, index]));
  return object.members.filter((member, index) => lastIndex.get(member.key) === index);
}
