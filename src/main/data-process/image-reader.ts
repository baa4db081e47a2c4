import { fail, ok, type Result } from '../../shared/contract/errors';
import { type Body, MAX_IMAGE_CHARS } from '../../shared/model/body';
import type { SessionSource } from '../formats/format';
import { readResult } from './read-results';

/** How long an entry is kept for its next image: reading a large one anew for each of its images would take seconds. */
const KEPT_MS = 15_000;
const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

interface ReadEntry {
  readonly sessionId: string;
  readonly body: Body;
}

/** Reads the images of a session one by one. */
export class ImageReader {
  #last: ReadEntry | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** The bytes of an image; null where what is stored is no base64. Fails with what reading bodies fails with. */
  async read(
    source: SessionSource,
    sessionId: string,
    row: number,
    block: number,
  ): Promise<Result<Uint8Array<ArrayBuffer> | null>> {
    const body = await this.#bodyOf(source, sessionId, row);
    if (!body.ok) return body;
    const image = body.value.blocks[block];
    if (image?.type !== 'image' || image.data === '')
      return fail('unknown-entry', 'No image of a size that is shown is stored there.');
    // A copy of its own: a small buffer is a part of a larger one, all of which would be sent.
    return ok(BASE64.test(image.data) ? new Uint8Array(Buffer.from(image.data, 'base64')) : null);
  }

  async #bodyOf(source: SessionSource, sessionId: string, row: number): Promise<Result<Body>> {
    clearTimeout(this.#timer);
    const last = this.#last;
    if (last?.sessionId === sessionId && last.body.row === row) return ok(this.#keep(last));
    const options = { maxChars: 1, maxImageChars: MAX_IMAGE_CHARS };
    const read = readResult(await source.bodies(sessionId, [row], options));
    if (!read.ok) return read;
    const [body] = read.value;
    if (body === undefined) return fail('unknown-entry', 'There is no such entry.');
    return ok(this.#keep({ sessionId, body }));
  }

  /** Keeps an entry from now on: reading it may have taken as long as it is kept. */
  #keep(last: ReadEntry): Body {
    clearTimeout(this.#timer);
    this.#last = last;
    this.#timer = setTimeout(() => (this.#last = null), KEPT_MS).unref();
    return last.body;
  }
}
