import { type EntryContent, NO_CONTENT } from '../../../shared/content/content';
import { furtherFields, numberField, textField } from '../../../shared/content/fields';
import type { Part } from '../../../shared/content/part';
import { isJsonArray, isJsonObject, type JsonObject, memberValue } from '../../../shared/json/node';
import type { Usage } from '../../../shared/model/body';

const FIELDS = {
  user: new Set(['id', 'sessionID', 'role', 'time', 'agent', 'model', 'summary', 'system', 'tools']),
  assistant: new Set([
    ...['id', 'sessionID', 'role', 'time', 'parentID', 'mode', 'agent', 'path', 'cost', 'tokens'],
    ...['modelID', 'providerID', 'finish', 'error', 'summary', 'system'],
  ]),
};

/** What the record of a message says, apart from its parts. */
export function messageContent(record: JsonObject): EntryContent {
  const role = textField(record, 'role');
  if (role === 'user') return userContent(record);
  if (role === 'assistant') return answerContent(record);
  return {
    ...NO_CONTENT,
    role,
    parts: [{ type: 'raw', label: 'message', node: record }],
    faults: ['The message has no role that is known.'],
  };
}

function userContent(record: JsonObject): EntryContent {
  const model = memberValue(record, 'model');
  return {
    ...NO_CONTENT,
    kind: 'user',
    role: 'user',
    parts: [...systemParts(record), ...summaryParts(record), ...rest(record, FIELDS.user)],
    facts: [...fact('Agent', textField(record, 'agent')), ...(isJsonObject(model) ? modelFacts(model) : [])],
  };
}

function answerContent(record: JsonObject): EntryContent {
  const error = memberValue(record, 'error');
  const path = memberValue(record, 'path');
  const errorMessage = isJsonObject(error) ? errorWords(error) : null;
  return {
    ...NO_CONTENT,
    kind: memberValue(record, 'summary') === true ? 'compaction' : 'assistant',
    role: 'assistant',
    parts: [...systemParts(record), ...rest(record, FIELDS.assistant)],
    facts: [
      ...fact('Answers', textField(record, 'parentID')),
      ...fact('Agent', textField(record, 'agent') ?? textField(record, 'mode')),
      ...fact('Provider', textField(record, 'providerID')),
      ...fact('Folder', isJsonObject(path) ? textField(path, 'cwd') : null),
      ...fact('Ended', completedAt(record)),
    ],
    isError: errorMessage !== null,
    model: textField(record, 'modelID'),
    stopReason: textField(record, 'finish'),
    errorMessage,
    usage: usageOf(record),
  };
}

/** Cached input is counted beside the input, and reasoning beside the output: of ours it is part. */
function usageOf(record: JsonObject): Usage | null {
  const tokens = memberValue(record, 'tokens');
  if (!isJsonObject(tokens)) return null;
  const stored = memberValue(tokens, 'cache');
  const cache = isJsonObject(stored) ? stored : null;
  const [input, output, reasoning] = ['input', 'output', 'reasoning'].map((key) => numberField(tokens, key));
  const [cacheRead, cacheWrite] = ['read', 'write'].map((key) => cache && numberField(cache, key));
  const written = output === null && reasoning === null ? null : (output ?? 0) + (reasoning ?? 0);
  const counts = [input, written, cacheRead, cacheWrite];
  const total = numberField(tokens, 'total');
  const isCounted = counts.some((count) => typeof count === 'number');
  return {
    input: input ?? null,
    output: written,
    cacheRead: cacheRead ?? null,
    cacheWrite: cacheWrite ?? null,
    total: total ?? (isCounted ? counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) : null),
    cost: numberField(record, 'cost'),
  };
}

function errorWords(error: JsonObject): string {
  const data = memberValue(error, 'data');
  const name = textField(error, 'name');
  const message = isJsonObject(data) ? textField(data, 'message') : null;
  return [name, message].filter((word) => word !== null && word !== '').join(': ') || 'error';
}

function completedAt(record: JsonObject): string | null {
  const time = memberValue(record, 'time');
  return isJsonObject(time) ? timeWords(numberField(time, 'completed')) : null;
}

/** A time as RFC 3339; null for none, and for one that no date can have. */
export function timeWords(timeMs: number | null): string | null {
  if (timeMs === null || Number.isNaN(new Date(timeMs).getTime())) return null;
  return new Date(timeMs).toISOString();
}

function modelFacts(model: JsonObject): EntryContent['facts'] {
  const words = [textField(model, 'providerID'), textField(model, 'modelID')].filter((word) => word !== null);
  return fact('Model asked', words.length === 0 ? null : words.join('/'));
}

function systemParts(record: JsonObject): Part[] {
  const system = memberValue(record, 'system');
  const isNone =
    system === undefined || system === null || (isJsonArray(system) && system.items.length === 0);
  return isNone ? [] : [{ type: 'raw', label: 'system prompt', node: system }];
}

/** Which files the turn changed; most often none. */
function summaryParts(record: JsonObject): Part[] {
  const summary = memberValue(record, 'summary');
  if (!isJsonObject(summary)) return [];
  const isEmpty = summary.members.every(({ value }) => isJsonArray(value) && value.items.length === 0);
  return isEmpty ? [] : [{ type: 'raw', label: 'summary of the turn', node: summary }];
}

function rest(record: JsonObject, known: ReadonlySet<string>): Part[] {
  const further = furtherFields(record, known);
  return further === null ? [] : [{ type: 'raw', label: 'further fields', node: further }];
}

function fact(name: string, value: string | null): EntryContent['facts'] {
  return value === null || value === '' ? [] : [{ name, value }];
}
