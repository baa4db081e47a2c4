// What bench/find.mjs times, each in a process of its own. Imports the sources, so it is bundled.
import Database from 'better-sqlite3';
import { openSource } from '../src/main/data-process/opened-source';
import { findInSession } from '../src/main/finding/find';
import { readableJson } from '../src/shared/find/entry-texts';
import { compileQuery } from '../src/shared/find/matcher';

function matcherOf(query) {
  const compiled = compileQuery({ isCaseSensitive: false, isWholeWord: false, isRegExp: false, ...query });
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.matcher;
}

/** Time of the processor, so that other programs do not count. */
function processorMs(started) {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

/** One loop that decodes the records of messages and runs the same matcher over their texts. */
export function runBare(file, query) {
  const matcher = matcherOf(query);
  const started = process.cpuUsage();
  const database = new Database(file, { readonly: true });
  let hits = 0;
  for (const [payload] of database.prepare('SELECT payload FROM entries ORDER BY seq').raw().iterate()) {
    const content = JSON.parse(payload).message?.content ?? [];
    for (const { type, text, thinking, name, arguments: args } of content) {
      if (type === 'toolCall')
        hits += matcher.count(name) + matcher.count(readableJson(JSON.stringify(args)));
      else hits += matcher.count(text ?? thinking ?? '');
    }
  }
  database.close();
  return { ms: processorMs(started), hits };
}

/** Finding as the data process of a file does it, once the file is open; and when the first hit was told. */
export async function runFind(file, query, cacheDir) {
  const signal = new AbortController().signal;
  const opened = await openSource(
    { target: { type: 'file', path: file }, cacheDir },
    { signal, progress: () => undefined },
  );
  if (!opened.ok) throw new Error(opened.error.message);
  const { source, summary, db } = opened.value;
  const [session] = summary.sessions;
  const started = performance.now();
  const startedUse = process.cpuUsage();
  let firstMs = null;
  let hits = 0;
  await findInSession(source, {
    sessionId: session.id,
    matcher: matcherOf(query),
    entryCount: session.entryCount,
    signal,
    onFound: ({ counts }) => {
      if (counts.length > 0) firstMs ??= performance.now() - started;
      for (const count of counts) hits += count;
    },
  });
  const ms = processorMs(startedUse);
  db?.close();
  return { ms, hits, firstMs };
}
