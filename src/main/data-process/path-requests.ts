import { setImmediate as immediate } from 'node:timers/promises';
import { fail, ok, type Result } from '../../shared/contract/errors';
import type { CallsRead, EntriesText } from '../../shared/contract/path-reading';
import { entryMarkdown, entryText } from '../../shared/markdown/entry-markdown';
import type { Body } from '../../shared/model/body';
import { fileUses } from '../../shared/tools/file-uses';
import type { OpenedSource } from './opened-source';
import type { RequestContext, RequestHandlers } from './requests';

/** Whole texts, whatever their length; images are only named. */
const WHOLE_TEXTS = { maxChars: 2 ** 30, maxImageChars: 0 };
/** Entries read before other requests have a turn. */
const BATCH_ROWS = 32;
/** A request that has gathered this many UTF-16 units gives what it has. */
const MAX_TEXT_CHARS = 8 * 1024 * 1024;

/** What is read of a path with its whole texts, some entries at a time: its calls, and its text to be copied. */
export class PathRequests {
  readonly handlers: RequestHandlers<'calls' | 'entriesText'> = {
    calls: async ({ sessionId, rows }, { signal }) => {
      const read: CallsRead = { calls: [], results: [] };
      const failed = await this.#each(sessionId, rows, signal, (body) => {
        addCalls(read, body);
        return true;
      });
      return failed ?? ok(read);
    },
    entriesText: async ({ sessionId, entries, form }, { signal }) => {
      const texts: string[] = [];
      let chars = 0;
      const rows = entries.map(({ row }) => row);
      const failed = await this.#each(sessionId, rows, signal, (body) => {
        const kind = entries[texts.length]?.kind ?? 'unknown';
        const text = form === 'markdown' ? entryMarkdown(kind, body) : entryText(body);
        texts.push(text);
        chars += text.length;
        return chars < MAX_TEXT_CHARS;
      });
      const answer: EntriesText = {
        text: texts.filter((text) => text !== '').join('\n\n'),
        entryCount: texts.length,
      };
      return failed ?? ok(answer);
    },
  };
  readonly #opened: () => OpenedSource | null;

  constructor(opened: () => OpenedSource | null) {
    this.#opened = opened;
  }

  /** Reads the bodies of rows in their order until `take` has enough; gives what failed, or null. */
  async #each(
    sessionId: string,
    rows: readonly number[],
    signal: RequestContext['signal'],
    take: (body: Body) => boolean,
  ): Promise<Result<never> | null> {
    const opened = this.#opened();
    if (!opened) return fail('file-not-open', 'No file is open.');
    for (let at = 0; at < rows.length; at += BATCH_ROWS) {
      signal.throwIfAborted();
      const bodies = await opened.source.bodies(sessionId, rows.slice(at, at + BATCH_ROWS), WHOLE_TEXTS);
      if (!bodies.ok) return fail(bodies.error.code, bodies.error.message);
      for (const body of bodies.value) if (!take(body)) return null;
      await immediate();
    }
    return null;
  }
}

function addCalls({ calls, results }: CallsRead, { row, blocks }: Body): void {
  for (const [at, block] of blocks.entries()) {
    if (block.type === 'tool_result') results.push({ row, callId: block.callId });
    if (block.type !== 'tool_call') continue;
    const { callId, name, argumentsText } = block;
    calls.push({ row, block: at, callId, name, files: fileUses(name, argumentsText.text) });
  }
}
