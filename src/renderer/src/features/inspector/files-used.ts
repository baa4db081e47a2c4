import type { FileUse } from '../../../../shared/tools/file-uses';
import type { PathCall } from '../entry/call-table';

/** One thing a call did to a file. */
export interface UseOfFile {
  readonly call: PathCall;
  readonly use: FileUse;
}

/** A file that the calls of a path name, and what they did to it. */
export interface FileOnPath {
  readonly path: string;
  /** In the order of the path. */
  readonly uses: readonly UseOfFile[];
  readonly counts: Readonly<Record<FileUse, number>>;
  /** Calls that name it and failed; they are counted among the uses as well. */
  readonly failedCount: number;
}

/** The files that calls name: those that are changed first, each group by path. Calls come in the order of the path. */
export function filesOf(calls: Iterable<PathCall>): readonly FileOnPath[] {
  const files = new Map<
    string,
    { path: string; uses: UseOfFile[]; counts: Record<FileUse, number>; failedCount: number }
  >();
  for (const call of calls) {
    for (const { path, use } of call.files) {
      const file = files.get(path) ?? {
        path,
        uses: [],
        counts: { read: 0, write: 0, edit: 0 },
        failedCount: 0,
      };
      files.set(path, file);
      file.uses.push({ call, use });
      file.counts[use] += 1;
      if (call.isFailed) file.failedCount += 1;
    }
  }
  const isRead = ({ counts }: FileOnPath) => (counts.write + counts.edit === 0 ? 1 : 0);
  return [...files.values()].sort((a, b) => isRead(a) - isRead(b) || (a.path < b.path ? -1 : 1));
}

/** What was done to a file, in words: `read 3×, edited 2×, 1 failed`. */
export function countWords({ counts, failedCount }: FileOnPath): string {
  const times = (word: string, count: number) =>
    count === 0 ? [] : [count === 1 ? word : `${word} ${count}×`];
  return [
    ...times('read', counts.read),
    ...times('written', counts.write),
    ...times('edited', counts.edit),
    ...(failedCount > 0 ? [`${failedCount} failed`] : []),
  ].join(', ');
}
