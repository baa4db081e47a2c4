import { z } from 'zod';
import { TransferredBody } from './body-transfer';
import { HeadChunk, HeadsEnd } from './heads';

/** Most entries a tail has: more than any screen shows. */
export const MAX_TAIL_ENTRIES = 40;

/**
 * The newest part of the path that a session stands at, read from the end of its file before anything else: what is
 * looked at while the heads come. It is a small session of its own: its rows are not those of the whole.
 */
export const SessionTail = z.object({
  heads: HeadChunk,
  end: HeadsEnd,
  /** Of each of its rows. Images that are not small come without their data. */
  bodies: z.array(TransferredBody),
});
export type SessionTail = z.infer<typeof SessionTail>;
