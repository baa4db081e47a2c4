import { z } from 'zod';
import { OperationError } from '../../shared/contract/errors';
import { Progress } from '../../shared/contract/state';
import { Body, CutText } from '../../shared/model/body';
import { HeadChunk, HeadsEnd } from '../../shared/model/heads';
import { Report } from '../../shared/model/report';
import { FileSummary } from '../../shared/model/session';

/**
 * What a data process is asked for. One process serves one file: `open` comes first and once, or `sweep` alone.
 * Replies are parsed with the output schema on the other side, since this process has read
 * untrusted files.
 */
export const dataOperations = {
  open: {
    input: z.object({ path: z.string(), cacheDir: z.string(), busyTimeoutMs: z.number().int().optional() }),
    output: FileSummary,
  },
  /** Deletes the copies that processes which are gone left behind. */
  sweep: { input: z.object({ cacheDir: z.string() }), output: z.null() },
  /** Chunks go to the port that came with the request, else back as `chunk` messages. */
  heads: { input: z.object({ sessionId: z.string() }), output: HeadsEnd },
  bodies: {
    input: z.object({
      sessionId: z.string(),
      rows: z.array(z.number().int().nonnegative()),
      /** Most UTF-16 code units of a block's text, and most base64 characters of an image. */
      maxChars: z.number().int(),
      maxImageChars: z.number().int(),
    }),
    output: z.array(Body),
  },
  text: {
    input: z.object({
      sessionId: z.string(),
      row: z.number().int(),
      block: z.number().int().nullable(),
      start: z.number().int(),
      length: z.number().int(),
    }),
    output: CutText,
  },
  report: { input: z.object({}), output: Report },
} as const;

export type DataOperation = keyof typeof dataOperations;
export type DataInput<N extends DataOperation> = z.input<(typeof dataOperations)[N]['input']>;
export type DataOutput<N extends DataOperation> = z.output<(typeof dataOperations)[N]['output']>;

/** To the data process. */
export const ToProcess = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('request'),
    id: z.number().int(),
    // zod's enum wants a tuple; the keys of the table are one.
    operation: z.enum(Object.keys(dataOperations) as [DataOperation, ...DataOperation[]]),
    input: z.unknown(),
  }),
  z.object({ type: z.literal('cancel'), id: z.number().int() }),
]);
export type ToProcess = z.infer<typeof ToProcess>;

/** From the data process. */
export const FromProcess = z.discriminatedUnion('type', [
  z.object({ type: z.literal('value'), id: z.number().int(), value: z.unknown() }),
  z.object({ type: z.literal('error'), id: z.number().int(), error: OperationError }),
  z.object({ type: z.literal('progress'), id: z.number().int(), progress: Progress }),
  z.object({ type: z.literal('chunk'), id: z.number().int(), chunk: HeadChunk }),
  /** The open file is no longer what was read; sent once. */
  z.object({ type: z.literal('changed') }),
]);
export type FromProcess = z.infer<typeof FromProcess>;
