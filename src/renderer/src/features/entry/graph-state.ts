import {
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type JsonNode,
  type JsonObject,
} from '../../../../shared/json/node';
import { LARGEST_MAX_DEPTH, parseJson } from '../../../../shared/json/parse';
import { printJson } from '../../../../shared/json/print';

/** One dag or sub-agent, as far as its record says. */
export interface GraphItem {
  /** What it is called; its place where it says nothing. */
  readonly name: string;
  /** How it stands; null where it does not say. */
  readonly status: string | null;
  /** Everything else, each on one line; lists as what they hold. */
  readonly details: readonly { readonly name: string; readonly value: string }[];
}

/** The state of a session graph: what a `session_graph_state` entry keeps. */
export interface GraphState {
  readonly dags: readonly GraphItem[];
  readonly subagents: readonly GraphItem[];
  /** JSON of what else is in it; null for nothing. */
  readonly rest: string | null;
}

const NAMES = ['title', 'name', 'label', 'goal', 'task', 'agent', 'id'];
const STATUSES = ['status', 'state', 'phase'];
/** Longest value of a detail, in UTF-16 units; the record has it whole. */
const MAX_VALUE_CHARS = 300;

/** The `data` of a `session_graph_state` entry as lists; null where it is not of that shape (contract, section 1). */
export function graphStateOf(json: string): GraphState | null {
  const parsed = parseJson(json, { maxDepth: LARGEST_MAX_DEPTH });
  if (!parsed.ok || !isJsonObject(parsed.node)) return null;
  const members = new Map(parsed.node.members.map(({ key, value }) => [key, value]));
  const dags = members.get('dags');
  const subagents = members.get('subagents');
  if (!isJsonArray(dags) || !isJsonArray(subagents)) return null;
  const rest = parsed.node.members.filter(({ key }) => key !== 'dags' && key !== 'subagents');
  return {
    dags: dags.items.map(itemOf),
    subagents: subagents.items.map(itemOf),
    rest: rest.length === 0 ? null : printJson({ ...parsed.node, members: rest }),
  };
}

function itemOf(node: JsonNode, place: number): GraphItem {
  if (!isJsonObject(node)) return { name: lineOf(node), status: null, details: [] };
  const { name, status } = tellingMembers(node);
  return {
    name: name ? lineOf(name.value) : `${place + 1}`,
    status: status ? lineOf(status.value) : null,
    details: node.members
      .filter((member) => member !== name && member !== status)
      .map(({ key, value }) => ({ name: key, value: lineOf(value) })),
  };
}

function tellingMembers(node: JsonObject) {
  const pick = (keys: readonly string[]) =>
    keys.flatMap((key) => node.members.filter((member) => member.key === key && isWord(member.value)))[0];
  return { name: pick(NAMES), status: pick(STATUSES) };
}

function isWord(node: JsonNode): boolean {
  return (typeof node === 'string' && node.trim() !== '') || isJsonNumber(node);
}

/** A value on one line: texts as they are, a list of named things by their names. */
function lineOf(node: JsonNode): string {
  const text = typeof node === 'string' ? node : (namesIn(node) ?? printJson(node));
  const line = text
    .slice(0, MAX_VALUE_CHARS * 2)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= MAX_VALUE_CHARS ? line : `${line.slice(0, MAX_VALUE_CHARS - 1)}…`;
}

function wordOf(node: JsonNode): string {
  return typeof node === 'string' ? node : printJson(node);
}

function namesIn(node: JsonNode): string | null {
  if (!isJsonArray(node)) return null;
  const names = node.items.map((item) => {
    if (typeof item === 'string') return item;
    if (!isJsonObject(item)) return null;
    const { name, status } = tellingMembers(item);
    if (!name) return null;
    return status ? `${wordOf(name.value)} (${wordOf(status.value)})` : wordOf(name.value);
  });
  return names.length === 0 || names.includes(null) ? null : names.join(', ');
}
