import { z } from 'zod';
import { Block, Body } from './body';

/** Blocks above which a body travels with all of them as one text. */
export const MOST_BLOCK_OBJECTS = 500;
/** Bytes of a record above which its blocks might be more than one text can hold. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

/**
 * A body on its way to the page. Many blocks are one JSON text: the page would be held up by
 * thousands of objects, which the bridge copies one by one.
 */
export const TransferredBody = Body.extend({ blocks: z.union([z.array(Block), z.string()]) });
export type TransferredBody = z.infer<typeof TransferredBody>;

/** A body as it travels; see {@link receivedBody}. */
export function transferredBody(body: Body): TransferredBody {
  const { blocks, sizeBytes } = body;
  const areMany = blocks.length > MOST_BLOCK_OBJECTS && sizeBytes <= MAX_TEXT_BYTES;
  return areMany ? { ...body, blocks: JSON.stringify(blocks) } : body;
}

/** The body that travelled. */
export function receivedBody({ blocks, ...body }: TransferredBody): Body {
  // The text is the one that `transferredBody` made.
  return { ...body, blocks: typeof blocks === 'string' ? (JSON.parse(blocks) as Block[]) : blocks };
}
