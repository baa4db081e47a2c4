import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolders, snapshot, type TestFolders } from '../../sqlite/test-support/files';
import { detectTextFormat } from '../registry';
import { readSession } from '../test-support/read-session';
import { openJson, PARENT, sampleJson, writeStorage } from './test-support/opencode-files';

// npm run test:fuzz sets it to 100,000: here each case is three files.
const CASES = Math.min(2000, Number(process.env.RAMIFY_FUZZ_CASES ?? 100));

let folders: TestFolders;
beforeAll(() => {
  folders = makeFolders();
});
afterAll(() => folders.remove());

const NAMES = {
  session: `session/global/${PARENT}.json`,
  message: `message/${PARENT}/msg_inv02.json`,
  part: 'part/msg_inv02/prt_inv05.json',
};
const ROLES = ['session', 'message', 'part'] as const;

const role = fc.constantFrom(...ROLES);
const piece = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('"', '{', '}', '[', '\\', '\0', '"state":7,', '"type":"tool",', '../', '1e999', 'null'),
);
/** Some bytes of a file, by others. */
const change = fc.record({
  role,
  // Not by doubles: most of those are next to 0.
  at: fc.noBias(fc.nat(9_999)).map((at) => at / 10_000),
  length: fc.nat(40),
  piece,
});

it('whatever becomes of one file, all are read, each once, without a trace', async () => {
  await fc.assert(
    fc.asyncProperty(role, fc.array(change, { minLength: 1, maxLength: 4 }), async (opened, changes) => {
      const texts = {
        session: sampleJson('session'),
        message: sampleJson('message'),
        part: sampleJson('part'),
      };
      for (const { role: changed, at, length, piece: text } of changes) {
        const before = texts[changed];
        const from = Math.floor(at * before.length);
        texts[changed] = before.slice(0, from) + text + before.slice(from + length);
      }
      writeStorage(folders.user, Object.fromEntries(ROLES.map((each) => [NAMES[each], texts[each]])));
      const look = () =>
        ROLES.flatMap((each) => snapshot(path.dirname(path.join(folders.user, NAMES[each]))));
      const before = look();
      const file = path.join(folders.user, NAMES[opened]);
      const detected = detectTextFormat(file);
      if (detected.ok && detected.value?.id === 'opencode' && fs.statSync(file).size > 0) {
        const { source } = await openJson(file);
        for (const { id, entryCount } of source.sessions().sessions) {
          const { entries, body, index } = await readSession(source, id);
          expect(entries).toHaveLength(entryCount ?? 0);
          for (const [entry] of entries) body(entry);
          for (let row = 0; row < index.count; row += 1)
            expect(source.text(id, row, null, 0, 10).ok).toBe(true);
        }
      }
      expect(look()).toEqual(before);
    }),
    { numRuns: CASES },
  );
}, 0);
