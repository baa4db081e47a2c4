import { z } from 'zod';

/**
 * Longest text a body carries, in UTF-16 code units. What is cut says so in `totalChars`;
 * the rest comes in slices by `session.text`.
 */
export const MAX_BLOCK_CHARS = 64 * 1024;

/** Text, cut to at most {@link MAX_BLOCK_CHARS}; `totalChars` is the length of the whole. */
export const CutText = z.object({ text: z.string(), totalChars: z.number().int() });
export type CutText = z.infer<typeof CutText>;

const TextBlock = z.object({ type: z.literal('text'), ...CutText.shape });
const ThinkingBlock = z.object({ type: z.literal('thinking'), ...CutText.shape });
const ToolCallBlock = z.object({
  type: z.literal('tool_call'),
  /** Null when the record has none. */
  callId: z.string().nullable(),
  name: z.string(),
  /** JSON text of the arguments, number digits kept; `asString` when the record stores them as a string. */
  argumentsText: CutText,
  asString: z.boolean(),
  /** Id of the session that the call started, where the file has it and says so apart from the call. */
  startedSession: z.string().optional(),
});
const ToolResultBlock = z.object({
  type: z.literal('tool_result'),
  callId: z.string().nullable(),
  name: z.string().nullable(),
  isError: z.boolean(),
  /** How many blocks behind it are the result; left out where all of the entry are. */
  partCount: z.number().int().optional(),
});
const ImageBlock = z.object({
  type: z.literal('image'),
  mediaType: z.string().nullable(),
  /** Base64 without a data URL's head; empty when above {@link MAX_INLINE_IMAGE_CHARS} or not embedded. */
  data: z.string(),
  /** Base64 characters of the whole image; 0 for a reference. */
  totalChars: z.number().int(),
  /** Where an image that is not embedded is said to be; never loaded. */
  reference: z.string().nullable(),
});
const RawBlock = z.object({
  type: z.literal('raw'),
  /** What this is, for people: `artifact`, `details`, `unknown block "x"`. */
  label: z.string(),
  /** JSON text as stored, cut. */
  ...CutText.shape,
});

/** Largest embedded image a body carries, in base64 characters. Larger ones come one by one, by `session.image`. */
export const MAX_INLINE_IMAGE_CHARS = 128 * 1024;

/** Largest embedded image that is shown, in base64 characters (about 24 MB of image). */
export const MAX_IMAGE_CHARS = 32 * 1024 * 1024;

/** What base64 of an image stands for. */
export const ImageBytes = z.instanceof(Uint8Array);

/** One piece of an entry's content. A `tool_result` block heads the blocks that are the result. */
export const Block = z.discriminatedUnion('type', [
  TextBlock,
  ThinkingBlock,
  ToolCallBlock,
  ToolResultBlock,
  ImageBlock,
  RawBlock,
]);
export type Block = z.infer<typeof Block>;

/** Token counts and cost as stored; null where the record does not say. */
export const Usage = z.object({
  input: z.number().nullable(),
  output: z.number().nullable(),
  cacheRead: z.number().nullable(),
  cacheWrite: z.number().nullable(),
  total: z.number().nullable(),
  /** US dollars. */
  cost: z.number().nullable(),
});
export type Usage = z.infer<typeof Usage>;

/** The content of one entry, read on demand. */
export const Body = z.object({
  /** Row of the entry in stored order, 0-based. */
  row: z.number().int(),
  id: z.string(),
  /** Parent id as stored; null for a root. Kept even when no such entry exists. */
  parentId: z.string().nullable(),
  /** Stored type or role word, shown beside the kind. */
  type: z.string(),
  role: z.string().nullable(),
  /** As stored; null when absent. */
  timestamp: z.string().nullable(),
  model: z.string().nullable(),
  stopReason: z.string().nullable(),
  errorMessage: z.string().nullable(),
  usage: Usage.nullable(),
  blocks: z.array(Block),
  /** Where the record stands, for people: `entries · seq 87`. */
  place: z.string(),
  /** Bytes of the stored record. */
  sizeBytes: z.number(),
  /** Named extras for the inspector, e.g. target of a label. */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  /** What is wrong with this record, sentences for people. */
  problems: z.array(z.string()),
});
export type Body = z.infer<typeof Body>;

/** Cuts a text for a body, never inside a surrogate pair. */
export function cutText(text: string, max: number = MAX_BLOCK_CHARS): CutText {
  if (text.length <= max) return { text, totalChars: text.length };
  const last = text.charCodeAt(max - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? max - 1 : max;
  return { text: text.slice(0, end), totalChars: text.length };
}
