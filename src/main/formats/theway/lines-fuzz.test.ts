import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HeadsEnd } from '../../../shared/model/heads';
import { makeFolders } from '../../sqlite/test-support/files';
import { readAllHeads } from '../test-support/open-store';
import { thewayLines } from './lines-format';

const OPTIONS = { maxChars: 50, maxImageChars: 50 };

/** Lines that begin as entries and go wrong anywhere, mixed with sound ones and with any bytes. */
const line = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc.json().map((text) => Buffer.from(text)),
  fc
    .record(
      {
        type: fc.constantFrom('message', 'leaf', 'label', 'compaction', 'extension', 'custom', 'later', ''),
        id: fc.constantFrom('a', 'b', 'c', '', '\u0000'),
        parentId: fc.constantFrom(null, 'a', 'b', 'z', '', 5),
        timestamp: fc.constantFrom('t', '', null),
        targetId: fc.constantFrom('a', 'z', null, 7),
        message: fc.jsonValue(),
        extension: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    .chain((value) => {
      const bytes = Buffer.from(JSON.stringify(value));
      return fc.nat({ max: bytes.length }).map((cut) => (cut % 3 === 0 ? bytes.subarray(0, cut) : bytes));
    }),
);

it('reads lines of anything to the end, each in its place', async () => {
  const folders = makeFolders();
  const file = path.join(folders.user, 'lines.jsonl');
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 15 }),
        fc.constantFrom('\n', '\r\n'),
        async (lines, ending) => {
          fs.writeFileSync(file, Buffer.concat(lines.flatMap((bytes) => [bytes, Buffer.from(ending)])));
          const opened = await thewayLines.open(file, {
            cacheDir: folders.cache,
            signal: new AbortController().signal,
            onProgress: () => {},
          });
          if (!opened.ok) throw new Error(opened.message);
          const { source } = opened.value;
          const { index, end } = await readAllHeads(source);
          HeadsEnd.parse(end);
          const { sessions } = source.sessions();
          expect(sessions[0]?.entryCount).toBe(index.count);
          const rows = Array.from({ length: index.count }, (_, row) => row);
          const bodies = source.bodies(sessions[0]?.id ?? '', rows, OPTIONS);
          expect(bodies.ok && bodies.value.map(({ id }) => id)).toEqual(rows.map((row) => index.id(row)));
          for (const row of rows) source.text(sessions[0]?.id ?? '', row, null, 0, 20);
          source.schemaChecks();
        },
      ),
      { numRuns: 150 },
    );
  } finally {
    folders.remove();
  }
});
