// Sessions in each of the formats that are kept as JSON lines, made from a seed: the same file each time. What they say
// is that of session.mjs: most lines below 4 KB, a few of a megabyte, now and then another branch. Each format writes
// it with the records that go with it in real files.
//   node bench/make-session.mjs FORMAT FILE MEGABYTES [SEED]
import { fileURLToPath } from 'node:url';
import { claudeCodeSession } from './make-session/claude-code.mjs';
import { codexSession } from './make-session/codex.mjs';
import { geminiSession } from './make-session/gemini.mjs';
import { openLineWriter } from './make-session/line-writer.mjs';
import { piSession } from './make-session/pi.mjs';
import { qwenSession } from './make-session/qwen.mjs';
import {
  answer,
  MEGABYTE_RESULTS,
  question,
  randomFrom,
  resultChars,
  sourceText,
  TOOLS,
} from './session.mjs';

/** How many entries there are to one branch, about. */
const ENTRIES_A_BRANCH = 100;
/** Of those formats whose model asks for several tools at once: how many of its answers do. */
const PARALLEL_CALLS = 1 / 12;

/**
 * How each format writes what is said. Given `{ random, clock, write }` it makes a session with
 * - `entryCount`: the entries so far, as our reader is to count them;
 * - `begin()`, `end()`: what a file begins with, and what is still open at its end;
 * - `goBack()`: goes on from an earlier entry, or does as the format does in place of that;
 * - `ask(message)`, `answer(message)`, `result(message)`: messages as session.mjs makes them. Each call of an answer
 *   gets its result before the next answer;
 * - `callsInParallel`: whether an answer may have several calls.
 */
const FORMATS = {
  pi: piSession,
  'claude-code': claudeCodeSession,
  codex: codexSession,
  qwen: qwenSession,
  gemini: geminiSession,
};

/** The formats that sessions can be made in. */
export const LINE_FORMATS = Object.keys(FORMATS);

/**
 * Writes a session of at least so many bytes; gives the number of its entries. `megabyteResults` is the share of results
 * that have a megabyte.
 */
export function makeSession(format, file, bytes, seed = 1, megabyteResults = MEGABYTE_RESULTS) {
  const random = randomFrom(seed);
  const lines = openLineWriter(file);
  const session = FORMATS[format]({ random, clock: clockOf(random), write: lines.write });
  session.begin();
  while (lines.writtenChars() < bytes) {
    if (random() < 2 / ENTRIES_A_BRANCH && session.entryCount > 100) session.goBack();
    if (random() < 0.15) session.ask(question(random));
    const callId = `toolu_${session.entryCount}`;
    const toolName = TOOLS[Math.floor(random() * TOOLS.length)];
    const said = answer(random, callId, toolName);
    const calls = [{ callId, toolName }];
    if (session.callsInParallel && random() < PARALLEL_CALLS) {
      said.content.push({
        type: 'toolCall',
        id: `${callId}b`,
        name: 'read',
        arguments: { path: 'src/total.ts' },
      });
      calls.push({ callId: `${callId}b`, toolName: 'read' });
    }
    session.answer(said);
    for (const { callId: toolCallId, toolName } of calls) {
      const content = [{ type: 'text', text: sourceText(random, resultChars(random, megabyteResults)) }];
      session.result({ role: 'toolResult', toolCallId, toolName, content, isError: random() < 0.03 });
    }
  }
  session.end();
  lines.close();
  return session.entryCount;
}

/** Time goes on by some seconds from record to record. */
function clockOf(random) {
  let timeMs = Date.parse('2026-03-01T10:00:00Z');
  return {
    /** The next time, as records have it. */
    next: () => {
      timeMs += Math.floor(random() * 20_000);
      return new Date(timeMs).toISOString();
    },
    /** The time of the record before, in milliseconds since 1970. */
    nowMs: () => timeMs,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [format, file, megabytes, seed] = process.argv.slice(2);
  if (!(format in FORMATS) || file === undefined || !(Number(megabytes) > 0)) {
    console.error(
      `node bench/make-session.mjs FORMAT FILE MEGABYTES [SEED]; formats: ${LINE_FORMATS.join(', ')}`,
    );
    process.exitCode = 2;
  } else console.log(`${makeSession(format, file, Number(megabytes) * 1e6, Number(seed ?? 1))} entries`);
}
