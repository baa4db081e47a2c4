import { z } from 'zod';
import { Body, CutText } from '../model/body';
import { Report } from '../model/report';
import { AppInfo, OpenFile, Progress, RecentFile, Theme } from './state';

const none = z.object({}).strict();
const nothing = z.null();
const fileId = z.string().min(1).max(64);
/** Session ids are the file's own and have no limit there; above this one is refused. */
const sessionId = z.string().max(1_000_000);
const row = z.number().int().nonnegative();

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
  'settings.setTheme': { input: z.object({ theme: Theme }).strict(), output: nothing },
  /** Shows where the link goes and, if the user agrees, opens it in the system's browser. */
  'app.openLink': { input: z.object({ url: z.string().max(MAX_LINK_CHARS) }).strict(), output: nothing },

  'files.list': { input: none, output: z.array(OpenFile) },
  /** Shows the open dialog; what is chosen arrives by `files` events. */
  'files.choose': { input: none, output: nothing },
  'files.openSample': {
    input: z.object({ sample: z.enum(['theway', 'vv-agent']) }).strict(),
    output: nothing,
  },
  /** Opens a file of the recent list; any other path is refused. */
  'files.openRecent': { input: z.object({ path: z.string() }).strict(), output: nothing },
  /** Reads the file again: after it changed on disk, failed to open, or its process died. */
  'files.reload': { input: z.object({ fileId }).strict(), output: nothing },
  /** Stops opening a file, keeping it in the list as cancelled. */
  'files.cancel': { input: z.object({ fileId }).strict(), output: nothing },
  'files.close': { input: z.object({ fileId }).strict(), output: nothing },
  'files.reveal': { input: z.object({ fileId }).strict(), output: nothing },

  'recents.list': { input: none, output: z.array(RecentFile) },
  'recents.remove': { input: z.object({ path: z.string() }).strict(), output: nothing },
  'recents.clear': { input: none, output: nothing },

  /**
   * Starts the heads of a session. They arrive as `HeadsMessage`s on a MessagePort, which the
   * preload hands over as a window message `{type: 'ramify-heads', streamId}`. Closing the port cancels.
   */
  'session.heads': {
    input: z.object({ fileId, sessionId, streamId: z.string().max(64) }).strict(),
    output: nothing,
  },
  /** Bodies of some rows, in the order asked for. */
  'session.bodies': {
    input: z.object({ fileId, sessionId, rows: z.array(row).min(1).max(MAX_BODY_ROWS) }).strict(),
    output: z.array(Body),
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

  /** Runs all checks of a file in the long-job process; progress comes by `checks` events. */
  'checks.run': { input: z.object({ fileId }).strict(), output: Report },
  'checks.cancel': { input: z.object({ fileId }).strict(), output: nothing },
} as const;

export type OperationName = keyof typeof operations;
export type OperationInput<N extends OperationName> = z.input<(typeof operations)[N]['input']>;
export type OperationOutput<N extends OperationName> = z.output<(typeof operations)[N]['output']>;

/** What the app sends without being asked. */
const events = {
  /** The list of open files changed: the whole new list. */
  files: z.array(OpenFile),
  recents: z.array(RecentFile),
  /** A file that was open already was asked for again: bring it to the front. */
  showFile: z.object({ fileId: z.string() }),
  theme: Theme,
  /** A menu item that the page carries out. */
  command: z.enum([
    'find-session',
    'toggle-inspector',
    'toggle-sessions',
    'show-checks',
    'show-shortcuts',
    'show-commands',
    'close-file',
    'reload-file',
  ]),
  checks: z.object({ fileId: z.string(), progress: Progress }),
} as const;

export type EventName = keyof typeof events;
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]>;
