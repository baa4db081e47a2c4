import path from 'node:path';
import type { Body } from '../../../../shared/model/body';
import type { OpenedLines } from '../../test-support/open-lines';

/** Ids of the sample sessions and of the segment. */
export const BOATS = '019abe10-0000-7000-8000-0000000000a1';
export const SEGMENT = '019abe10-0000-7000-8000-0000000000b2';
const FORK = '019abe10-0000-7000-8000-0000000000c3';

/** The names of the samples that lie in one folder, as Codex names them. */
export const NAMES = {
  paginated: `rollout-2026-11-25T08-00-00-${BOATS}.jsonl`,
  segment: `rollout-2026-11-25T08-00-00-${BOATS}_${SEGMENT}.jsonl`,
  fork: `rollout-2026-11-25T08-00-50-${FORK}.jsonl`,
};

export function samplePath(name: string): string {
  return path.join(import.meta.dirname, '..', 'samples', name);
}

/** The body of the first entry whose preview begins with some words. */
export async function bodyOf({ source, index }: OpenedLines, words: string): Promise<Body> {
  const row = [...Array(index.count).keys()].find((at) => index.preview(at).startsWith(words));
  if (row === undefined) throw new Error(`No entry ${words}`);
  return bodyAt(source, row);
}

export async function bodyAt(source: OpenedLines['source'], row: number): Promise<Body> {
  const [session] = (await source.sessions()).sessions;
  const bodies = await source.bodies(session?.id ?? '', [row], { maxChars: 10_000, maxImageChars: 10_000 });
  if (!bodies.ok || bodies.value[0] === undefined) throw new Error('No body');
  return bodies.value[0];
}

/** What was said on the path to the leaf: kinds and previews of its conversation. */
export function conversation({ index, end }: OpenedLines, kinds: readonly string[] = ['user']): string[] {
  const said: string[] = [];
  for (let row = end.storedLeafRow; row >= 0; row = index.parents[row] ?? -1)
    if (kinds.includes(index.kind(row))) said.unshift(index.preview(row));
  return said;
}

/** The type of a record, and its payload. */
export type TestRecord = readonly [string, Readonly<Record<string, unknown>>];

/** Lines of a rollout, each a record in an envelope. */
export function rollout(...records: readonly TestRecord[]): string {
  return records
    .map(([type, payload], at) => {
      const timestamp = new Date(Date.UTC(2026, 0, 2, 3, 4, at)).toISOString();
      return `${JSON.stringify({ timestamp, type, payload })}\n`;
    })
    .join('');
}

/** The header of a session of the tests. */
export const HEADER: TestRecord = [
  'session_meta',
  {
    id: 'thread-1',
    timestamp: '2026-01-02T03:04:00.000Z',
    cwd: '/work',
    originator: 'test',
    cli_version: '0.99.0',
  },
];

/** A message as an item. */
export function message(role: string, text: string): TestRecord {
  const type = role === 'assistant' ? 'output_text' : 'input_text';
  return ['response_item', { type: 'message', role, content: [{ type, text }] }];
}

/** An event. */
export function event(type: string, fields: Readonly<Record<string, unknown>> = {}): TestRecord {
  return ['event_msg', { type, ...fields }];
}

/** An item. */
export function item(type: string, fields: Readonly<Record<string, unknown>> = {}): TestRecord {
  return ['response_item', { type, ...fields }];
}
