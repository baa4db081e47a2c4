import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { kindOfCode } from '../../../shared/model/kind';
import type { SessionSource } from '../format';
import { detectTextFormat } from '../registry';
import { type ReadHeads, readAllHeads } from './open-store';

/** A file of lines, opened, with its heads and what a test asks of them. */
export interface OpenedLines extends ReadHeads {
  readonly source: SessionSource;
  /** By row: id, id of the parent (null for a root, `broken` for an island), kind. */
  readonly entries: readonly { readonly id: string; readonly parent: string | null; readonly kind: string }[];
  /** Code, entry and line of every problem, those of the end included. */
  readonly problems: readonly { code: string; entryId: string | null; line: number | null }[];
  /** Id of the stored leaf; null for none. */
  readonly leaf: string | null;
}

interface OpenOptions {
  readonly cacheDir?: string;
  /** Leaves out what takes a pass over a long file. */
  readonly isQuick?: boolean;
}

/** Opens a file as any of the text formats. */
export async function openLines(
  file: string,
  { cacheDir = path.join(os.tmpdir(), 'ramify-test-cache'), isQuick = false }: OpenOptions = {},
): Promise<OpenedLines> {
  const detected = detectTextFormat(file);
  if (!detected.ok || detected.value === null) throw new Error('No format knows this file.');
  const opened = await detected.value.open(file, {
    cacheDir,
    isQuick,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  if (!opened.ok) throw new Error(opened.message);
  const { source } = opened.value;
  const heads = await readAllHeads(source);
  const { index, end } = heads;
  const rows = [...Array(index.count).keys()];
  return {
    ...heads,
    source,
    entries: rows.map((row) => {
      const parent = index.parents[row] ?? -1;
      return {
        id: index.id(row),
        parent: parent === -1 ? null : parent < 0 ? 'broken' : index.id(parent),
        kind: kindOfCode(index.kinds[row]),
      };
    }),
    problems: [...index.problems, ...end.problems].map(({ code, entryId, line }) => ({
      code,
      entryId,
      line,
    })),
    leaf: end.storedLeafRow < 0 ? null : index.id(end.storedLeafRow),
  };
}

/** Writes a file and opens it as any of the text formats. */
export function openText(
  file: string,
  bytes: string | Buffer,
  options: OpenOptions = {},
): Promise<OpenedLines> {
  fs.writeFileSync(file, bytes);
  return openLines(file, options);
}
