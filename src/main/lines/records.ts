import { isUtf8 } from 'node:buffer';
import { isNativeObject, type NativeObject, parseNative } from '../../shared/json/native';
import { abridgeJson } from './abridged-json';
import type { FoundRecord, IsRecord } from './found-record';
import { LINE_FORM, type LineBatch } from './line-batch';
import { salvage } from './salvage';

/** The record of a line in a batch that is one JSON object and no more; undefined of one that was not read, and any other. */
export function recordIn(batch: LineBatch, row: number): NativeObject | undefined {
  if (batch.form(row) === LINE_FORM.unread) return undefined;
  const value = parseNative(batch.texts.toString('utf8', batch.textStart(row), batch.textEnd(row)));
  return isNativeObject(value) ? value : undefined;
}

/**
 * The records of one line, most often one. What is no JSON object comes as a piece with its fault, in its place: the
 * pieces of a line are all of it but white space. A line of white space alone has none.
 */
export function recordsOf(line: Buffer, isOpenEnded: boolean, isRecord: IsRecord): FoundRecord[] {
  const isText = isUtf8(line);
  const value = parseNative((isText ? abridgeJson(line) : null) ?? line.toString('utf8'));
  if (value === undefined) return salvage(line, isOpenEnded, isRecord);
  const [from, to] = [0, line.length];
  if (!isNativeObject(value)) return [{ from, to, value: undefined, fault: 'not-an-object' }];
  return [{ from, to, value, fault: isText ? null : 'not-utf8' }];
}
