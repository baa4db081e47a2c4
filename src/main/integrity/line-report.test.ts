import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { detectTextFormat } from '../formats/registry';
import { LINE_WRITERS } from '../formats/test-support/line-writers';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { buildReport } from './report';

let folders: TestFolders;
beforeEach(() => {
  folders = makeFolders();
});
afterEach(() => folders.remove());

async function reportOf(text: string | Buffer) {
  const file = path.join(folders.user, 'session.jsonl');
  writeFileSync(file, text);
  const signal = new AbortController().signal;
  const detected = detectTextFormat(file);
  if (!detected.ok || detected.value === null) throw new Error('No format knows this file.');
  const opened = await detected.value.open(file, { cacheDir: folders.cache, signal, onProgress: () => {} });
  if (!opened.ok) throw new Error(opened.message);
  return buildReport(opened.value.source, { signal, onProgress: () => {} });
}
const kindsOf = ({ kinds }: Awaited<ReturnType<typeof reportOf>>) =>
  kinds.map(({ code, count, severity }) => `${count} ${code} ${severity}`).sort();

describe.each(LINE_WRITERS)('the structure report of a damaged session of $name', (writer) => {
  const { head, said } = writer;
  const one = said('a', null, 'one');
  const child = (id: string) => said(id, 'a', id);

  it('counts all that is wrong with its bytes, each with a place to jump to', async () => {
    const lines = [
      ...[one, child('b').slice(0, -9), '%%', `${child('c')}${child('d')}`, '\0\0\0', '[1]'],
      `${child('e').slice(0, 15)}${child('f')}`,
    ];
    const report = await reportOf([...head, ...lines, child('g').slice(0, -9)].join('\n'));
    expect(kindsOf(report)).toEqual([
      '1 glued-record warning',
      '1 not-an-object warning',
      '1 nul-bytes warning',
      '1 recovered-record warning',
      '1 torn-tail note',
      '3 damaged-line error',
    ]);
    expect(report.problems).toHaveLength(8);
    for (const { entryId, line, byteOffset } of report.problems) {
      expect(entryId).not.toBeNull();
      expect(line).toBeGreaterThan(head.length);
      expect(byteOffset).toBeGreaterThan(0);
    }
  });

  it.runIf(writer.links === 'tree')('tells places in the tree apart from what entries say', async () => {
    const { checks, kinds, problems } = await reportOf(
      [
        ...head,
        one,
        said('b', 'gone', 'b'),
        said('x', 'y', 'x'),
        said('y', 'x', 'y'),
        said('z', 'z', 'z'),
      ].join('\n'),
    );
    expect(kindsOf({ checks, kinds, problems, commits: [] })).toEqual([
      '1 dangling-parent error',
      '1 islands warning',
      '1 own-parent error',
      '1 parent-cycle error',
    ]);
    const verdicts = new Map(checks.map(({ id, verdict }) => [id, verdict]));
    expect([verdicts.get('parents'), verdicts.get('entries-readable')]).toEqual(['failed', 'ok']);
    // The one that counts them leads to the first of them.
    expect(problems.find(({ code }) => code === 'islands')).toMatchObject({
      entryId: 'b',
      line: head.length + 2,
    });
  });
});
