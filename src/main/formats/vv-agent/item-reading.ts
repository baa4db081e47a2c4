import type { Finding } from '../../../shared/model/report';
import type { Item } from '../../../shared/vv-agent/item';
import { readItemLenient } from '../../../shared/vv-agent/lenient-reader';
import { duplicateKeyLosses, type ItemLoss } from '../../../shared/vv-agent/losses';
import { readItemStrict } from '../../../shared/vv-agent/strict-reader';
import { MAX_PARSED_BYTES } from '../read-limits';
import type { StoredItem } from './item-table';

/** Something wrong with one item, or worth knowing. */
interface ItemProblem extends Finding {
  readonly code:
    | 'item-undecodable'
    | 'item-invalid'
    | 'item-index-not-integer'
    | 'payload-not-text'
    | 'payload-too-large'
    | 'arguments-unreadable'
    | 'field-dropped'
    | 'duplicate-key'
    | 'outside-i-json';
}

/** What a row holds: an item, or none (null), and all that is wrong with it. */
export interface ItemReading {
  readonly item: Item | null;
  readonly problems: readonly ItemProblem[];
  /** What the payload says and the item does not. */
  readonly losses: readonly ItemLoss[];
}

/** Longest stretch of a file's own text in a problem's sentence, in UTF-16 code units. */
const MAX_QUOTED_CHARS = 200;
const MAX_MESSAGE_CHARS = 600;
/** Losses of one item that are named one by one; the raw record shows them all. */
const MAX_NAMED_LOSSES = 20;

/**
 * Reads a row's payload. The strict reader goes first in every file, since it keeps arguments as they are
 * stored; where it refuses, the lenient one shows what version 1 would see. In a strict file that stays an error.
 */
export function readStoredItem(stored: StoredItem, isStrict: boolean): ItemReading {
  const problems: ItemProblem[] = [];
  if (stored.problem) problems.push(error('item-index-not-integer', stored.problem));
  const { payload } = stored;
  switch (payload.type) {
    case 'too-large': {
      const limit = `${MAX_PARSED_BYTES / 1024 / 1024} MB`;
      const message = `The payload has ${stored.sizeBytes} bytes. Above ${limit} it is shown as text and not parsed.`;
      return {
        item: null,
        problems: [...problems, { code: 'payload-too-large', severity: 'warning', message }],
        losses: [],
      };
    }
    case 'not-text':
      return { item: null, problems: [...problems, error('payload-not-text', payload.reason)], losses: [] };
    case 'text':
      return readText(payload.text, isStrict, problems);
  }
}

function readText(text: string, isStrict: boolean, before: readonly ItemProblem[]): ItemReading {
  const strict = readItemStrict(text);
  if (strict.ok) {
    const { item } = strict;
    const losses = strict.hasDuplicateKeys ? duplicateKeyLosses(text, item) : [];
    return { item, problems: [...before, ...numberProblems(item), ...lossProblems(losses)], losses };
  }
  const lenient = readItemLenient(text);
  if (!lenient.ok) {
    const message = isStrict ? strict.message : lenient.message;
    return { item: null, problems: [...before, error('item-undecodable', message)], losses: [] };
  }
  const invalid = isStrict ? [error('item-invalid', `${strict.message}; readable as v1`)] : [];
  return {
    item: lenient.item,
    problems: [...before, ...invalid, ...lossProblems(lenient.losses)],
    losses: lenient.losses,
  };
}

function error(code: ItemProblem['code'], message: string): ItemProblem {
  return { code, severity: 'error', message: cut(message, MAX_MESSAGE_CHARS) };
}

function numberProblems(item: Item): ItemProblem[] {
  const sizeBytes = item.artifactRef?.sizeBytes ?? 0n;
  if (sizeBytes <= Number.MAX_SAFE_INTEGER) return [];
  const message =
    'artifact_ref.size_bytes is outside the JSON-safe integer range, so this item has no digest.';
  return [{ code: 'outside-i-json', severity: 'warning', message }];
}

function lossProblems(losses: readonly ItemLoss[]): ItemProblem[] {
  const named = losses.slice(0, MAX_NAMED_LOSSES).map(lossProblem);
  const rest = losses.length - named.length;
  if (rest === 0) return named;
  return [
    ...named,
    { code: 'field-dropped', severity: 'warning', message: `${rest} more losses like these.` },
  ];
}

function lossProblem(loss: ItemLoss): ItemProblem {
  const place = cut(loss.path, MAX_QUOTED_CHARS);
  const text = cut(loss.text, MAX_QUOTED_CHARS);
  switch (loss.what) {
    case 'unreadable-arguments':
      return {
        code: 'arguments-unreadable',
        severity: 'warning',
        message: `${place} holds no JSON object and counts as {} in version 1. It says: ${text}`,
      };
    case 'dropped-field':
      return {
        code: 'field-dropped',
        severity: 'note',
        message: `${place} is no part of the item in version 1. It says: ${text}`,
      };
    case 'duplicate-key':
      return {
        code: 'duplicate-key',
        // The program that wrote it may have meant the first.
        severity: 'warning',
        message: `${place} stands there more than once; the last one counts: ${text}`,
      };
  }
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}…`;
}
