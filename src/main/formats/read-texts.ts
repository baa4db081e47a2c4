import { bodyTexts } from '../../shared/find/entry-texts';
import type { BodyOptions, ReadResult, SessionSource, TextsSink } from './format';

/** Texts are looked through whole, up to what a string can hold; images have none. */
export const WHOLE_TEXTS: BodyOptions = { maxChars: 2 ** 28, maxImageChars: 0 };
/** Entries whose bodies are in memory at a time. */
const BATCH_ROWS = 16;

/** Hands over the texts of a session's entries in stored order: in the source's own way, else from its bodies. */
export async function readTexts(
  source: SessionSource,
  sessionId: string,
  sink: TextsSink,
): Promise<ReadResult<null>> {
  if (source.texts) return source.texts(sessionId, sink);
  for (let first = 0; first < sink.entryCount; first += BATCH_ROWS) {
    const length = Math.min(BATCH_ROWS, sink.entryCount - first);
    const rows = Array.from({ length }, (_, at) => first + at);
    const bodies = await source.bodies(sessionId, rows, WHOLE_TEXTS);
    if (!bodies.ok) return bodies;
    for (const body of bodies.value) {
      const pause = sink.entry(body.row, bodyTexts(body));
      if (pause !== undefined) await pause;
    }
  }
  return { ok: true, value: null };
}
