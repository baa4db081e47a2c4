// Sessions in each of the formats that are kept as JSON lines, made from a seed: the same file each time. What they say
// is that of session.mjs: most lines below 4 KB, a few of a megabyte, now and then another branch.
//   node bench/make-session.mjs FORMAT FILE MEGABYTES [SEED]
import { closeSync, openSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answer, question, randomFrom, resultChars, sourceText, TOOLS } from './session.mjs';

/** How many entries there are to one branch, about. */
const ENTRIES_A_BRANCH = 100;
const WRITE_BYTES = 1 << 20;

/** How each format writes its first lines, and a message. */
const FORMATS = {
  pi: {
    head: (timestamp) => [
      {
        type: 'session',
        version: 3,
        id: '019aa0c8-1f00-7a11-8b22-5c3d4e5f6071',
        timestamp,
        cwd: '/home/dev/shop',
      },
    ],
    message: (id, parentId, timestamp, message) => ({ type: 'message', id, parentId, timestamp, message }),
  },
};

/** Writes a session of at least so many bytes; gives the number of its entries. */
export function makeSession(format, file, bytes, seed = 1) {
  const { head, message } = FORMATS[format];
  const random = randomFrom(seed);
  const ids = [];
  const fd = openSync(file, 'w');
  let pending = '';
  let written = 0;
  const flush = () => {
    written += writeSync(fd, pending);
    pending = '';
  };
  const write = (record) => {
    pending += `${JSON.stringify(record)}\n`;
    if (pending.length >= WRITE_BYTES) flush();
  };
  let timeMs = Date.parse('2026-03-01T10:00:00Z');
  const now = () => {
    timeMs += Math.floor(random() * 20_000);
    return new Date(timeMs).toISOString();
  };
  for (const record of head(now())) write(record);
  let parentId = null;
  const add = (content) => {
    const id = ids.length.toString(16).padStart(8, '0');
    write(message(id, parentId, now(), content));
    ids.push(id);
    parentId = id;
  };
  while (written + pending.length < bytes) {
    if (random() < 2 / ENTRIES_A_BRANCH && ids.length > 100)
      parentId = ids[Math.floor(random() * ids.length)];
    if (random() < 0.15) add(question(random));
    const callId = `toolu_${ids.length}`;
    const toolName = TOOLS[Math.floor(random() * TOOLS.length)];
    add(answer(random, callId, toolName));
    const content = [{ type: 'text', text: sourceText(random, resultChars(random)) }];
    add({ role: 'toolResult', toolCallId: callId, toolName, content, isError: random() < 0.03 });
  }
  flush();
  closeSync(fd);
  return ids.length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [format, file, megabytes, seed] = process.argv.slice(2);
  if (!(format in FORMATS) || file === undefined || !(Number(megabytes) > 0)) {
    console.error(
      `node bench/make-session.mjs FORMAT FILE MEGABYTES [SEED]; formats: ${Object.keys(FORMATS).join(', ')}`,
    );
    process.exitCode = 2;
  } else console.log(`${makeSession(format, file, Number(megabytes) * 1e6, Number(seed ?? 1))} entries`);
}
