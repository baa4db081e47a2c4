import { z } from 'zod';
import { Comparison } from '../../shared/contract/comparison';
import {
  CommitName,
  EditDone,
  EditPreview,
  RemovalPreview,
  Undo,
  UpgradePreview,
} from '../../shared/contract/editing';
import { OperationError } from '../../shared/contract/errors';
import { EntryHits, FindEnd, FindQuery, MAX_HITS } from '../../shared/contract/find';
import { FolderEnd } from '../../shared/contract/folder';
import { CallsRead, EntriesText } from '../../shared/contract/path-reading';
import { ForkPoint, SessionEdit, SessionEditPreview } from '../../shared/contract/session-editing';
import { Progress } from '../../shared/contract/state';
import { StoreTarget } from '../../shared/contract/target';
import { ArchivePreview, ExtensionView, FamilyMember } from '../../shared/contract/theway-editing';
import { Body, CutText, ImageBytes } from '../../shared/model/body';
import { HeadChunk, HeadsEnd } from '../../shared/model/heads';
import { ENTRY_KINDS } from '../../shared/model/kind';
import { Report } from '../../shared/model/report';
import { FileSummary } from '../../shared/model/session';

const sessionId = z.string();
const itemsText = z.string();
/** One side of a comparison. */
const comparedSide = z.object({
  target: StoreTarget,
  /** Null for the session that was written last. */
  sessionId: z.string().nullable(),
  /** The entry its path ends with; null for the stored leaf. */
  entryId: z.string().nullable(),
  /** Where the entry is known to stand; null to look for it by its id. */
  row: z.number().int().nonnegative().nullable(),
});

/**
 * What a data process is asked for. One process serves one file: `open` or `edit.open` comes first and once, `sweep`
 * and the upgrades come alone, and `rehearse` may come before any. Replies are parsed with the output schema on the other side, since this process has read
 * untrusted files.
 */
export const dataOperations = {
  open: {
    input: z.object({
      target: StoreTarget,
      cacheDir: z.string(),
      busyTimeoutMs: z.number().int().optional(),
      /** Leaves out what takes a pass over a long file: the number of its lines. */
      isQuick: z.boolean().optional(),
    }),
    output: FileSummary,
  },
  /** Pauses looking whether the open file changed; going on, it is looked at once. */
  watch: { input: z.object({ isOn: z.boolean() }), output: z.null() },
  /** Deletes the copies that processes which are gone left behind. */
  sweep: { input: z.object({ cacheDir: z.string() }), output: z.null() },
  /** Reads the files in a folder of our own until what reads sessions is compiled: those of users are read sooner then. */
  rehearse: { input: z.object({ folder: z.string(), cacheDir: z.string() }), output: z.null() },
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
  /** Null where a session is not long, or its end does not tell. */
  tail: {
    input: z.object({ sessionId: z.string(), maxChars: z.number().int(), maxImageChars: z.number().int() }),
    output: z.object({ heads: HeadChunk, end: HeadsEnd, bodies: z.array(Body) }).nullable(),
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
  /** The bytes of an embedded image; null where it is no base64. */
  image: {
    input: z.object({ sessionId: z.string(), row: z.number().int(), block: z.number().int() }),
    output: ImageBytes.nullable(),
  },
  /** Looks through the first entries of a session. What is found goes to the port that came with the request. */
  find: {
    input: z.object({ sessionId, query: FindQuery, entryCount: z.number().int().nonnegative() }),
    output: FindEnd,
  },
  /** Hits of one entry, leaving out the `first` ones. */
  'find.hits': {
    input: z.object({
      sessionId,
      query: FindQuery,
      row: z.number().int().nonnegative(),
      first: z.number().int().nonnegative(),
      most: z.number().int().positive().max(MAX_HITS),
    }),
    output: EntryHits,
  },
  /** The calls of some entries, with the files they name. */
  calls: {
    input: z.object({ sessionId: z.string(), rows: z.array(z.number().int().nonnegative()) }),
    output: CallsRead,
  },
  /** The whole text of some entries, of so many as fit into one answer. */
  entriesText: {
    input: z.object({
      sessionId: z.string(),
      entries: z.array(z.object({ row: z.number().int().nonnegative(), kind: z.enum(ENTRY_KINDS) })),
      form: z.enum(['markdown', 'text']),
    }),
    output: EntriesText,
  },
  report: { input: z.object({}), output: Report },
  /** Looks for sessions in a folder; comes alone. What is found goes to the port that came with the request. */
  'folder.scan': { input: z.object({ folder: z.string(), cacheDir: z.string() }), output: FolderEnd },
  /** Compares two paths, of one file or of two; comes alone. */
  compare: {
    input: z.object({
      left: comparedSide,
      right: comparedSide,
      cacheDir: z.string(),
      /** Most paths, and most names of tools, that are listed of a side. */
      mostListed: z.number().int(),
      /** Whether the entries are described in words. */
      isDescribed: z.boolean(),
    }),
    output: Comparison,
  },

  /** Makes the process the one that changes a store. Refused while a check of its schema fails. */
  'edit.open': {
    input: z.object({
      target: StoreTarget,
      cacheDir: z.string(),
      /** Whether the first write may make a file that is not there. */
      create: z.boolean(),
      busyTimeoutMs: z.number().int().optional(),
    }),
    output: z.null(),
  },
  'edit.preview': {
    input: z.object({ sessionId, itemsText, commit: CommitName.nullable() }),
    output: EditPreview,
  },
  'edit.previewRemoval': { input: z.object({ sessionId }), output: RemovalPreview },
  'edit.append': { input: z.object({ sessionId, itemsText }), output: EditDone },
  'edit.commit': {
    /** `digest` null: that of the items. */
    input: z.object({ sessionId, itemsText, commit: CommitName, digest: z.string().nullable() }),
    output: EditDone,
  },
  'edit.pop': { input: z.object({ sessionId }), output: EditDone },
  'edit.clear': { input: z.object({ sessionId, withBackup: z.boolean() }), output: EditDone },
  'edit.undo': { input: z.object({}), output: EditDone },
  /** The write that could be taken back now. */
  'edit.undoState': { input: z.object({}), output: Undo.nullable() },

  /** A session, made the one this process changes by `edit.open`; taken back by `edit.undo`. */
  'session.preview': { input: z.object({ edit: SessionEdit }), output: SessionEditPreview },
  'session.apply': { input: z.object({ edit: SessionEdit }), output: EditDone },

  /** Makes a session of a path of the file that is open for reading, or of all of it; gives the path of the new file. */
  'session.fork': {
    input: z.object({ point: ForkPoint.nullable(), toDir: z.string() }),
    output: z.object({ path: z.string() }),
  },
  /** The state of every extension at a leaf; null for the stored one. */
  'session.extensions': {
    input: z.object({ leafId: z.string().nullable() }),
    output: z.array(ExtensionView),
  },
  /** The entries a model would see at a leaf, as JSON texts; null for the stored one. */
  'session.context': {
    input: z.object({ leafId: z.string().nullable() }),
    output: z.array(z.string()),
  },
  /** The sessions in the folder of a file, as a family by the files they were forked from. */
  'session.family': {
    input: z.object({ path: z.string(), cacheDir: z.string() }),
    output: z.array(FamilyMember),
  },

  'archive.preview': { input: z.object({ path: z.string() }), output: ArchivePreview },
  'archive.import': {
    input: z.object({ path: z.string(), toDir: z.string(), activate: z.boolean() }),
    output: z.object({ path: z.string() }),
  },
  /** Writes the session that is open for reading into an archive. */
  'archive.export': {
    input: z.object({ out: z.string() }),
    output: z.object({ path: z.string(), warning: z.string() }),
  },

  'upgrade.preview': { input: z.object({ path: z.string(), cacheDir: z.string() }), output: UpgradePreview },
  'upgrade.run': { input: z.object({ path: z.string(), cacheDir: z.string() }), output: EditDone },
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
