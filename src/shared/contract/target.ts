import { z } from 'zod';

/** Where sessions are stored: in a file, or on a Redis server. Holds a password: never logged, stored or shown. */
export const StoreTarget = z.discriminatedUnion('type', [
  z.object({ type: z.literal('file'), path: z.string() }),
  z.object({
    type: z.literal('redis'),
    /** Without credentials. */
    address: z.string(),
    user: z.string().nullable(),
    password: z.string().nullable(),
    prefix: z.string(),
  }),
]);
export type StoreTarget = z.infer<typeof StoreTarget>;

/** A Redis server. */
export type RedisTarget = Extract<StoreTarget, { type: 'redis' }>;
