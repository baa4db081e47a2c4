import { z } from 'zod';

const entryId = z.string().max(1_000_000);
const text = z.string().max(16 * 1024 * 1024);

/** The client and the runtime a session belongs to. Never holds credentials. */
const Binding = z
  .object({
    clientKey: z.string(),
    runtime: z
      .object({
        workDir: z.string(),
        provider: z.string().optional(),
        model: z.string().optional(),
        baseUrl: z.string().optional(),
        thinking: z.boolean().optional(),
      })
      .strict(),
  })
  .strict();

/**
 * What a user does to a session: entries are appended, or a row of theway's `meta` is changed. Which of these a session
 * can have done to it, its abilities say. Labels and names are appended at the stored leaf, whatever entry they name.
 */
export const SessionEdit = z.discriminatedUnion('kind', [
  /** Null: no leaf, so that the next entry starts a new root. */
  z.object({ kind: z.literal('set-leaf'), entryId: entryId.nullable() }).strict(),
  /** Null clears the label. */
  z.object({ kind: z.literal('label'), entryId, text: text.nullable() }).strict(),
  z.object({ kind: z.literal('rename'), name: text }).strict(),
  /** `at` left out: the stored leaf; null: a root of its own. */
  z.object({ kind: z.literal('user-message'), text, at: entryId.nullable().optional() }).strict(),
  /** JSON texts of entries; id, parent and time are filled in where they are absent. */
  z.object({ kind: z.literal('append'), entries: z.array(text) }).strict(),
  z.object({ kind: z.literal('set-binding'), binding: Binding.nullable() }).strict(),
  z.object({ kind: z.literal('set-collapse-node'), nodeId: z.string().max(100_000).nullable() }).strict(),
  z.object({ kind: z.literal('set-collapsed'), isCollapsed: z.boolean() }).strict(),
]);
export type SessionEdit = z.infer<typeof SessionEdit>;

/** Exactly what an edit would write. */
export const SessionEditPreview = z.object({
  /** JSON texts of the entries that would be appended, in order; empty where a row of `meta` changes. */
  entries: z.array(z.string()),
  /** What the first of them hangs on; null for a root, and where none is appended. */
  parentId: z.string().nullable(),
  /** The row of `meta` that would change, as JSON texts; null stands for no row. Null where entries are appended. */
  meta: z.object({ key: z.string(), before: z.string().nullable(), after: z.string().nullable() }).nullable(),
  /** What is worth knowing before, sentences. */
  notes: z.array(z.string()),
});
export type SessionEditPreview = z.infer<typeof SessionEditPreview>;

/** Where a fork ends: at an entry, or before a user message. */
export const ForkPoint = z.union([
  z.object({ at: entryId }).strict(),
  z.object({ before: entryId }).strict(),
]);
export type ForkPoint = z.infer<typeof ForkPoint>;
