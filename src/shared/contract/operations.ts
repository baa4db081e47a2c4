import { z } from 'zod';
import { MAX_ENTRY_LINK_CHARS } from '../links/entry-link';
import { CutText, ImageBytes } from '../model/body';
import { TransferredBody } from '../model/body-transfer';
import { ENTRY_KINDS } from '../model/kind';
import { Report } from '../model/report';
import { SessionTail } from '../model/tail';
import { Comparison } from './comparison';
import {
  CommitName,
  EditDone,
  EditPreview,
  MAX_ITEMS_CHARS,
  RemovalPreview,
  UpgradePreview,
} from './editing';
import { EntryHits, FindQuery, MAX_HITS } from './find';
import { OpenFolder } from './folder';
import { CallsRead, EntriesText, MAX_PATH_ROWS } from './path-reading';
import { ForkPoint, SessionEdit, SessionEditPreview } from './session-editing';
import { AppInfo, LinkOutcome, OpenFile, Progress, RecentFile, Theme } from './state';
import { ChosenArchive, ExtensionView, FamilyMember } from './theway-editing';

const none = z.object({}).strict();
const nothing = z.null();
const fileId = z.string().min(1).max(64);
const folderId = fileId;
/** Session ids are the file's own and have no limit there; above this one is refused. */
const sessionId = z.string().max(1_000_000);
const itemsText = z.string().max(MAX_ITEMS_CHARS);
const filePath = z.object({ path: z.string() }).nullable();
const row = z.number().int().nonnegative();

const comparisonId = z.string().min(1).max(64);
/** A path by the entry it ends with; the row says which, should two have one id. */
const comparedPath = z.object({ fileId, sessionId, entryId: z.string().max(1_000_000), row }).strict();

/** Most rows one request for bodies may name. */
const MAX_BODY_ROWS = 200;
/** Most UTF-16 code units the address of a link has; a longer one stays text. */
export const MAX_LINK_CHARS = 8192;
/** Most UTF-16 code units one slice of text has. */
export const MAX_TEXT_SLICE = 256 * 1024;

/**
 * Every operation the page may ask for: what goes in, what comes out. The bridge, the handlers and
 * the hooks are typed from this table, and input is parsed with it at the boundary. What the
 * operation says goes wrong comes back as a value with a code of `ErrorCode`.
 */
export const operations = {
  'app.info': { input: none, output: AppInfo },
  /** Shows the folder with the log in the file manager. */
  'app.showLogs': { input: none, output: nothing },
  /** Whether anybody can see the page: while nobody does, files are not looked at for changes. */
  'app.setVisible': { input: z.object({ isVisible: z.boolean() }).strict(), output: nothing },
  'settings.setTheme': { input: z.object({ theme: Theme }).strict(), output: nothing },
  /**
   * Follows a link of a session: shows where it goes and, if the user agrees, opens it, a web or mail address in the
   * system's browser, a link to an entry here.
   */
  'app.openLink': { input: z.object({ url: z.string().max(MAX_LINK_CHARS) }).strict(), output: nothing },

  'files.list': { input: none, output: z.array(OpenFile) },
  /** Shows the open dialog; what is chosen arrives by `files` events. */
  'files.choose': { input: none, output: nothing },
  'files.openSample': {
    input: z.object({ sample: z.enum(['theway', 'vv-agent']) }).strict(),
    output: nothing,
  },
  /** Opens a file or folder of the recent list; any other path is refused. */
  'files.openRecent': { input: z.object({ path: z.string() }).strict(), output: nothing },
  /** Reads the file again: after it changed on disk, failed to open, or its process died. */
  'files.reload': { input: z.object({ fileId }).strict(), output: nothing },
  /**
   * Reads a file again that was written to, while what was read before stays as it is; what cannot be read changes
   * nothing. Gives whether there was something to read.
   */
  'files.follow': { input: z.object({ fileId }).strict(), output: z.boolean() },
  /** Stops opening a file, keeping it in the list as cancelled. */
  'files.cancel': { input: z.object({ fileId }).strict(), output: nothing },
  'files.close': { input: z.object({ fileId }).strict(), output: nothing },
  'files.reveal': { input: z.object({ fileId }).strict(), output: nothing },

  'folders.list': { input: none, output: z.array(OpenFolder) },
  /** Shows the dialog; a folder that is chosen arrives by a `folders` event. */
  'folders.choose': { input: none, output: nothing },
  /**
   * Looks through a folder for sessions. What is found arrives as `FolderMessage`s on a MessagePort, handed over as that
   * of the heads is; closing the port cancels.
   */
  'folders.scan': { input: z.object({ folderId, streamId: z.string().max(64) }).strict(), output: nothing },
  /** Has a folder looked through anew, as a new generation. */
  'folders.reload': { input: z.object({ folderId }).strict(), output: nothing },
  /** Opens a file of a folder by its path from there, or comes back to it; any other file is refused. Gives its id. */
  'folders.openFile': {
    input: z.object({ folderId, path: z.string() }).strict(),
    output: z.object({ fileId: z.string() }),
  },
  /** Shows the folder, or a file in it, in the file manager. */
  'folders.reveal': { input: z.object({ folderId, path: z.string().nullable() }).strict(), output: nothing },
  'folders.close': { input: z.object({ folderId }).strict(), output: nothing },

  /**
   * Follows a link to an entry that the user put in. A file that is neither open nor among the recent ones is opened
   * only if the user agrees. Where it leads arrives by a `links` event.
   */
  'links.open': { input: z.object({ link: z.string().max(MAX_ENTRY_LINK_CHARS) }).strict(), output: nothing },
  /** What became of links since this was asked last; for the page when it has loaded, and after a `links` event. */
  'links.take': { input: none, output: z.array(LinkOutcome) },

  'recents.list': { input: none, output: z.array(RecentFile) },
  'recents.remove': { input: z.object({ path: z.string() }).strict(), output: nothing },
  'recents.clear': { input: none, output: nothing },

  /**
   * Starts the heads of a session. They arrive as `HeadsMessage`s on a MessagePort, which the
   * preload hands over as a window message `{type: 'ramify-stream', streamId}`. Closing the port cancels.
   */
  'session.heads': {
    input: z.object({ fileId, sessionId, streamId: z.string().max(64) }).strict(),
    output: nothing,
  },
  /** Bodies of some rows, in the order asked for; `receivedBody` makes them whole. */
  'session.bodies': {
    input: z.object({ fileId, sessionId, rows: z.array(row).min(1).max(MAX_BODY_ROWS) }).strict(),
    output: z.array(TransferredBody),
  },
  /** The newest entries of a long session, before its heads; null where there is none such. */
  'session.tail': {
    input: z.object({ fileId, sessionId }).strict(),
    output: SessionTail.nullable(),
  },
  /** A slice of a block's text, or of the stored record where `block` is null; positions in UTF-16 code units. */
  'session.text': {
    input: z
      .object({
        fileId,
        sessionId,
        row,
        block: z.number().int().nonnegative().nullable(),
        start: z.number().int().nonnegative(),
        length: z.number().int().positive().max(MAX_TEXT_SLICE),
      })
      .strict(),
    output: CutText,
  },
  /** The bytes of an embedded image, of at most `MAX_IMAGE_CHARS`; null where what is stored is no base64. */
  'session.image': {
    input: z.object({ fileId, sessionId, row, block: z.number().int().nonnegative() }).strict(),
    output: ImageBytes.nullable(),
  },

  /**
   * Looks for something in the first entries of a session. What is found arrives as `FindMessage`s on a MessagePort,
   * handed over as that of the heads is; closing the port cancels.
   */
  'find.start': {
    input: z
      .object({
        fileId,
        sessionId,
        query: FindQuery,
        entryCount: z.number().int().nonnegative(),
        streamId: z.string().max(64),
      })
      .strict(),
    output: nothing,
  },
  /** Hits of one entry, at most `most`, leaving out the `first` ones. */
  'find.hits': {
    input: z
      .object({
        fileId,
        sessionId,
        query: FindQuery,
        row,
        first: z.number().int().nonnegative(),
        most: z.number().int().positive().max(MAX_HITS),
      })
      .strict(),
    output: EntryHits,
  },

  /** The calls of some entries with the files they name, and which calls the results among the entries answer. */
  'session.calls': {
    input: z.object({ fileId, sessionId, rows: z.array(row).min(1).max(MAX_PATH_ROWS) }).strict(),
    output: CallsRead,
  },
  /** The whole text of some entries, as Markdown or what they say alone; of fewer than asked for where it grows long. */
  'session.entriesText': {
    input: z
      .object({
        fileId,
        sessionId,
        entries: z
          .array(z.object({ row, kind: z.enum(ENTRY_KINDS) }).strict())
          .min(1)
          .max(MAX_PATH_ROWS),
        form: z.enum(['markdown', 'text']),
      })
      .strict(),
    output: EntriesText,
  },

  /** Runs all checks of a file in the long-job process; progress comes by `checks` events. */
  'checks.run': { input: z.object({ fileId }).strict(), output: Report },
  'checks.cancel': { input: z.object({ fileId }).strict(), output: nothing },

  /**
   * Compares two paths, of one session or of two, in a process of its own: the rows that belong together, and what each
   * side did. Progress comes by `comparison` events.
   */
  'compare.run': {
    input: z.object({ comparisonId, left: comparedPath, right: comparedPath }).strict(),
    output: Comparison,
  },
  'compare.cancel': { input: z.object({ comparisonId }).strict(), output: nothing },

  /**
   * Opens the vv-agent sessions of a Redis server. The user and the password stay in memory; an address that holds
   * them is refused. What goes wrong later than the address arrives by `files` events.
   */
  'redis.open': {
    input: z
      .object({
        address: z.string().max(2048),
        user: z.string().max(1024).nullable(),
        password: z.string().max(4096).nullable(),
        prefix: z.string().max(1024),
      })
      .strict(),
    output: nothing,
  },

  /** Switches editing on or off for one file; on is refused while a check of its schema fails. */
  'editing.set': { input: z.object({ fileId, isOn: z.boolean() }).strict(), output: nothing },
  /** What a list of items would become; `commit` null for an append without one. Writes nothing. */
  'editing.preview': {
    input: z.object({ fileId, sessionId, itemsText, commit: CommitName.nullable() }).strict(),
    output: EditPreview,
  },
  /** Lets the user pick a file of items; null when none was picked. */
  'editing.pickItems': {
    input: none,
    output: z.object({ name: z.string(), text: z.string() }).nullable(),
  },
  /** Appends items without a commit; also to a session that does not exist yet. */
  'editing.append': { input: z.object({ fileId, sessionId, itemsText }).strict(), output: EditDone },
  /** Appends items once for the commit id; gives `committed` or `replayed`. */
  'editing.commit': {
    input: z
      .object({ fileId, sessionId, itemsText, commit: CommitName, digest: z.string().max(1000) })
      .strict(),
    output: EditDone,
  },
  /** What a removal would take. A pop or clear of this session that follows takes just that, or is refused. */
  'editing.previewRemoval': { input: z.object({ fileId, sessionId }).strict(), output: RemovalPreview },
  'editing.pop': { input: z.object({ fileId, sessionId }).strict(), output: EditDone },
  /** Removes the items and commits of a session; with a backup of the whole file beside it first, if asked. */
  'editing.clear': {
    input: z.object({ fileId, sessionId, withBackup: z.boolean() }).strict(),
    output: EditDone,
  },
  /** Takes the last write back, while nothing else was written since. */
  'editing.undo': { input: z.object({ fileId }).strict(), output: EditDone },

  /** What an edit of a session would write, exactly. Writes nothing. */
  'session.preview': { input: z.object({ fileId, edit: SessionEdit }).strict(), output: SessionEditPreview },
  'session.apply': { input: z.object({ fileId, edit: SessionEdit }).strict(), output: EditDone },
  /**
   * Makes a session of the path to an entry, or of all of it (`point` null), in a folder the user picks, and opens it.
   * Gives the path of the new file; null when no folder was picked.
   */
  'session.fork': { input: z.object({ fileId, point: ForkPoint.nullable() }).strict(), output: filePath },
  /** The state of every extension on the path to a leaf; null for the stored one. */
  'session.extensions': {
    input: z.object({ fileId, leafId: z.string().max(1_000_000).nullable() }).strict(),
    output: z.array(ExtensionView),
  },

  /** The sessions in the folder of an open one, as a family by the files they were forked from. */
  'session.family': { input: z.object({ fileId }).strict(), output: z.array(FamilyMember) },
  /** Opens a session of that family; any other path is refused. */
  'session.openRelative': { input: z.object({ fileId, path: z.string() }).strict(), output: nothing },
  /** Lets the user pick an archive and says what it holds; null when none was picked. Writes nothing. */
  'archive.choose': { input: none, output: ChosenArchive.nullable() },
  /** Imports a chosen archive into a folder the user picks, and opens the session; null when no folder was picked. */
  'archive.import': {
    input: z.object({ archiveId: z.string().max(64), activate: z.boolean() }).strict(),
    output: filePath,
  },
  /** Writes the session into an archive the user names; gives its path and a warning; null when none was named. */
  'archive.export': {
    input: z.object({ fileId }).strict(),
    output: z.object({ path: z.string(), warning: z.string() }).nullable(),
  },
  /** Shows an archive in the file manager that was exported since the app started; any other path is refused. */
  'archive.reveal': { input: z.object({ path: z.string() }).strict(), output: nothing },
  /** Takes a session away with what belongs to it; it goes to the system's trash when the app quits. */
  'files.trash': { input: z.object({ fileId }).strict(), output: z.object({ trashId: z.string() }) },
  /** Puts back what was taken away, and opens it again. */
  'files.restore': { input: z.object({ trashId: z.string().max(64) }).strict(), output: nothing },

  /** Rehearses the upgrade on a copy; progress comes by `editing` events. */
  'upgrade.preview': { input: z.object({ fileId }).strict(), output: UpgradePreview },
  /** Upgrades the file: rehearsal, backup beside it, the same in the file itself. */
  'upgrade.run': { input: z.object({ fileId }).strict(), output: EditDone },
  /** Stops a rehearsal or an upgrade that has not reached the file itself yet. */
  'upgrade.cancel': { input: z.object({ fileId }).strict(), output: nothing },
} as const;

export type OperationName = keyof typeof operations;
export type OperationInput<N extends OperationName> = z.input<(typeof operations)[N]['input']>;
export type OperationOutput<N extends OperationName> = z.output<(typeof operations)[N]['output']>;

/** What the app sends without being asked. */
const events = {
  /** The list of open files changed: the whole new list. */
  files: z.array(OpenFile),
  /** The list of folders changed: the whole new list. */
  folders: z.array(OpenFolder),
  recents: z.array(RecentFile),
  /** A file that was open already was asked for again: bring it to the front. */
  showFile: z.object({ fileId: z.string() }),
  showFolder: z.object({ folderId: z.string() }),
  /** Links were followed: `links.take` says where they lead. */
  links: z.null(),
  theme: Theme,
  /** A menu item that the page carries out. */
  command: z.enum([
    'find',
    'find-next',
    'find-previous',
    'find-session',
    'toggle-inspector',
    'toggle-sessions',
    'show-checks',
    'show-shortcuts',
    'show-commands',
    'close-file',
    'reload-file',
    'open-address',
    'import-archive',
    'undo-edit',
    'open-link',
    'copy-link',
    'go-back',
    'go-forward',
    'go-to-label',
  ]),
  /** An archive was opened like a file: show what it holds. */
  archive: ChosenArchive,
  checks: z.object({ fileId: z.string(), progress: Progress }),
  comparison: z.object({ comparisonId: z.string(), progress: Progress }),
  /** How far a write of a file is: a rehearsal, an upgrade. */
  editing: z.object({ fileId: z.string(), progress: Progress }),
} as const;

export type EventName = keyof typeof events;
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]>;
