import { app, type BrowserWindow, MessageChannelMain, shell } from 'electron';
import { STREAM_CHANNEL } from '../../shared/contract/channels';
import { fail, ok, type Result } from '../../shared/contract/errors';
import type { Theme } from '../../shared/contract/state';
import type { StoreTarget } from '../../shared/contract/target';
import { isEntryLink } from '../../shared/links/entry-link';
import { MAX_BLOCK_CHARS, MAX_INLINE_IMAGE_CHARS } from '../../shared/model/body';
import { transferredBody } from '../../shared/model/body-transfer';
import { parseRedisAddress } from '../stores/redis/address';
import type { Archives } from './archives';
import type { CheckJobs } from './check-jobs';
import type { Comparisons } from './comparisons';
import type { EntryLinks } from './entry-links';
import type { OperationHandlers } from './ipc';
import { openLink } from './links';
import type { OpenFiles } from './open-files';
import type { OpenFolders } from './open-folders';
import { pickItems } from './pick-items';
import type { RecentFiles } from './recents';
import type { Sample } from './samples';
import type { SessionFamily } from './session-family';
import type { SessionTrash } from './session-trash';
import type { StoreEdits } from './store-edits';

/** The parts of the app that operations act on. */
export interface AppParts {
  readonly files: OpenFiles;
  readonly folders: OpenFolders;
  readonly checks: CheckJobs;
  readonly comparisons: Comparisons;
  readonly edits: StoreEdits;
  readonly archives: Archives;
  readonly family: SessionFamily;
  readonly trash: SessionTrash;
  readonly recents: RecentFiles;
  readonly links: EntryLinks;
  window(): BrowserWindow | null;
  theme(): Theme;
  setTheme(theme: Theme): void;
  chooseFiles(): Promise<void>;
  chooseFolderToOpen(): Promise<void>;
  /** A folder the user picks, beside a file to begin with; null when none was picked. */
  /** An archive the user picks; null when none was picked. */
  chooseArchive(): Promise<string | null>;
  /** Where an archive of a session goes; null when the user named nothing. */
  nameArchive(session: string): Promise<string | null>;
  chooseFolder(title: string, besideFile: string | undefined): Promise<string | null>;
  openPaths(paths: readonly string[]): Promise<void>;
  /** Opens a file, or comes back to it; gives its id. */
  openFile(file: string): Promise<string>;
  openSample(sample: Sample): Promise<void>;
  showLogs(): void;
}

/** A large session may take long to go through, but never long in silence. */
const STREAM_DEADLINE_MS = 60_000;
/** Hundreds of entries read whole, among them some of many megabytes. */
const PATH_DEADLINE_MS = 60_000;

/** What each operation of the contract does. */
export function operationHandlers(parts: AppParts): OperationHandlers {
  const { files, folders, checks, comparisons, edits, recents } = parts;
  return {
    'app.info': () =>
      ok({
        version: app.getVersion(),
        platform: process.platform,
        electron: process.versions.electron ?? '',
        chromium: process.versions.chrome ?? '',
        node: process.versions.node,
        theme: parts.theme(),
      }),
    'app.showLogs': () => done(parts.showLogs()),
    'app.setVisible': ({ isVisible }) => done(files.setWatching(isVisible)),
    'app.openLink': ({ url }) => {
      if (isEntryLink(url)) return parts.links.followFromText(url);
      const window = parts.window();
      return window ? openLink(window, url) : done();
    },
    'settings.setTheme': ({ theme }) => done(parts.setTheme(theme)),

    'files.list': () => ok(files.list()),
    'files.choose': async () => done(await parts.chooseFiles()),
    'files.openSample': async ({ sample }) => done(await parts.openSample(sample)),
    'files.openRecent': async ({ path }) => {
      if (!recents.has(path)) return fail('invalid-input', 'This file is not in the list of recent files.');
      return done(await parts.openPaths([path]));
    },
    'files.reload': async ({ fileId }) => done(await files.reload(fileId)),
    'files.follow': ({ fileId }) => files.follow(fileId),
    'files.cancel': ({ fileId }) => done(files.cancel(fileId)),
    'files.close': ({ fileId }) => {
      checks.cancel(fileId);
      edits.close(fileId);
      return done(files.close(fileId));
    },
    'files.reveal': ({ fileId }) => {
      const path = files.pathOf(fileId);
      return path === undefined ? notOpen() : done(shell.showItemInFolder(path));
    },

    'folders.list': () => ok(folders.list()),
    'folders.choose': async () => done(await parts.chooseFolderToOpen()),
    'folders.scan': ({ folderId, streamId }, frame) => {
      const { port1, port2 } = new MessageChannelMain();
      const scanning = folders.scan(folderId, port1);
      if (scanning.ok) frame.postMessage(STREAM_CHANNEL, streamId, [port2]);
      return scanning;
    },
    'folders.reload': ({ folderId }) => done(folders.reload(folderId)),
    'folders.openFile': async ({ folderId, path }) => {
      const file = await folders.fileIn(folderId, path);
      if (!file.ok) return file;
      // It is in the list at once; how opening it goes, `files` events tell.
      void parts.openFile(file.value);
      const fileId = files.idOf(file.value);
      return fileId === undefined ? notOpen() : ok({ fileId });
    },
    'folders.reveal': async ({ folderId, path }) => {
      const shown = await folders.placeIn(folderId, path);
      return shown.ok ? done(shell.showItemInFolder(shown.value)) : shown;
    },
    'folders.close': ({ folderId }) => done(folders.close(folderId)),

    'links.open': ({ link }) => parts.links.followTyped(link),
    'links.take': () => ok(parts.links.take()),

    'recents.list': () => ok(recents.list()),
    'recents.remove': ({ path }) => done(recents.remove(path)),
    'recents.clear': () => done(recents.clear()),

    'session.heads': async ({ fileId, sessionId, streamId }, frame) => {
      const client = await files.client(fileId);
      if (!client.ok) return client;
      const { port1, port2 } = new MessageChannelMain();
      // What goes wrong from here on, the stream itself says.
      void client.value.request('heads', { sessionId }, { ports: [port1], deadlineMs: STREAM_DEADLINE_MS });
      frame.postMessage(STREAM_CHANNEL, streamId, [port2]);
      return done();
    },
    'session.bodies': async ({ fileId, sessionId, rows }) => {
      const client = await files.client(fileId);
      if (!client.ok) return client;
      const options = { maxChars: MAX_BLOCK_CHARS, maxImageChars: MAX_INLINE_IMAGE_CHARS };
      const bodies = await client.value.request('bodies', { sessionId, rows, ...options });
      return bodies.ok ? ok(bodies.value.map(transferredBody)) : bodies;
    },
    'session.tail': async ({ fileId, sessionId }) => {
      const client = await files.client(fileId);
      if (!client.ok) return client;
      const options = { maxChars: MAX_BLOCK_CHARS, maxImageChars: MAX_INLINE_IMAGE_CHARS };
      const tail = await client.value.request('tail', { sessionId, ...options });
      if (!tail.ok || tail.value === null) return tail.ok ? ok(null) : tail;
      return ok({ ...tail.value, bodies: tail.value.bodies.map(transferredBody) });
    },
    'session.text': async ({ fileId, ...input }) => {
      const client = await files.client(fileId);
      return client.ok ? client.value.request('text', input) : client;
    },

    'session.image': async ({ fileId, ...input }) => {
      const client = await files.client(fileId);
      return client.ok ? client.value.request('image', input) : client;
    },

    'find.start': async ({ fileId, streamId, ...input }, frame) => {
      const client = await files.client(fileId);
      if (!client.ok) return client;
      const { port1, port2 } = new MessageChannelMain();
      void client.value.request('find', input, { ports: [port1], deadlineMs: STREAM_DEADLINE_MS });
      frame.postMessage(STREAM_CHANNEL, streamId, [port2]);
      return done();
    },
    'find.hits': async ({ fileId, ...input }) => {
      const client = await files.client(fileId);
      return client.ok ? client.value.request('find.hits', input) : client;
    },
    'session.calls': async ({ fileId, ...input }) => {
      const client = await files.client(fileId);
      return client.ok ? client.value.request('calls', input, { deadlineMs: PATH_DEADLINE_MS }) : client;
    },
    'session.entriesText': async ({ fileId, ...input }) => {
      const client = await files.client(fileId);
      return client.ok
        ? client.value.request('entriesText', input, { deadlineMs: PATH_DEADLINE_MS })
        : client;
    },

    'checks.run': ({ fileId }) => {
      const target = files.targetOf(fileId);
      return target === undefined ? notOpen() : checks.run(fileId, target);
    },
    'checks.cancel': ({ fileId }) => done(checks.cancel(fileId)),

    'compare.run': ({ comparisonId, left, right }) => {
      const [leftTarget, rightTarget] = [files.targetOf(left.fileId), files.targetOf(right.fileId)];
      if (leftTarget === undefined || rightTarget === undefined) return notOpen();
      const sideOf = ({ sessionId, entryId, row }: typeof left, target: StoreTarget) => ({
        target,
        sessionId,
        entryId,
        row,
      });
      return comparisons.run(comparisonId, {
        left: sideOf(left, leftTarget),
        right: sideOf(right, rightTarget),
      });
    },
    'compare.cancel': ({ comparisonId }) => done(comparisons.cancel(comparisonId)),

    'redis.open': ({ address, ...access }) => {
      const parsed = parseRedisAddress(address);
      if (!parsed.ok) return parsed;
      return done(void files.open({ type: 'redis', address: parsed.value.shown, ...access }));
    },

    'editing.set': ({ fileId, isOn }) => edits.set(fileId, isOn),
    'editing.preview': ({ fileId, ...input }) => edits.look(fileId, 'edit.preview', input),
    'editing.pickItems': () => {
      const window = parts.window();
      return window ? pickItems(window) : ok(null);
    },
    'editing.append': ({ fileId, ...input }) => edits.write(fileId, 'edit.append', input),
    'editing.commit': ({ fileId, ...input }) => edits.write(fileId, 'edit.commit', input),
    'editing.previewRemoval': ({ fileId, ...input }) => edits.look(fileId, 'edit.previewRemoval', input),
    'editing.pop': ({ fileId, ...input }) => edits.write(fileId, 'edit.pop', input),
    'editing.clear': ({ fileId, ...input }) => edits.write(fileId, 'edit.clear', input),
    'editing.undo': ({ fileId }) => edits.undo(fileId),
    'session.preview': ({ fileId, ...input }) => edits.look(fileId, 'session.preview', input),
    'session.apply': ({ fileId, ...input }) => edits.write(fileId, 'session.apply', input),
    'session.fork': async ({ fileId, point }) => {
      const toDir = await parts.chooseFolder('Folder for the new session', files.pathOf(fileId));
      if (toDir === null) return ok(null);
      const client = await files.client(fileId);
      if (!client.ok) return client;
      const made = await client.value.request('session.fork', { point, toDir });
      if (made.ok) void parts.openPaths([made.value.path]);
      return made;
    },
    'session.extensions': async ({ fileId, leafId }) => {
      const client = await files.client(fileId);
      return client.ok ? client.value.request('session.extensions', { leafId }) : client;
    },
    'session.family': async ({ fileId }) => {
      const path = files.pathOf(fileId);
      return path === undefined ? notOpen() : parts.family.list(fileId, path);
    },
    'session.openRelative': async ({ fileId, path }) => {
      if (!parts.family.has(fileId, path)) return fail('invalid-input', 'This file is not of that family.');
      return done(await parts.openPaths([path]));
    },
    'archive.choose': async () => {
      const path = await parts.chooseArchive();
      return path === null ? ok(null) : parts.archives.look(path);
    },
    'archive.import': async ({ archiveId, activate }) => {
      const toDir = await parts.chooseFolder('Folder for the imported session', undefined);
      if (toDir === null) return ok(null);
      const imported = await parts.archives.import(archiveId, toDir, activate);
      if (imported.ok) void parts.openPaths([imported.value.path]);
      return imported;
    },
    'archive.export': async ({ fileId }) => {
      const path = files.pathOf(fileId);
      if (path === undefined) return notOpen();
      const out = await parts.nameArchive(path);
      if (out === null) return ok(null);
      const client = await files.client(fileId);
      if (!client.ok) return client;
      const exported = await client.value.request('archive.export', { out });
      if (exported.ok) parts.archives.exported(exported.value.path);
      return exported;
    },
    'archive.reveal': ({ path }) => {
      if (!parts.archives.wasExported(path))
        return fail('invalid-input', 'This archive was not exported here.');
      return done(shell.showItemInFolder(path));
    },
    'files.trash': async ({ fileId }) => {
      const path = files.pathOf(fileId);
      if (path === undefined) return notOpen();
      if (!files.canChange(fileId, 'delete'))
        return fail('not-editable', 'Files of this kind are not deleted here.');
      if (files.editingOf(fileId) !== 'on')
        return fail('editing-off', 'Editing is switched off for this file. Switch it on first.');
      checks.cancel(fileId);
      edits.close(fileId);
      files.close(fileId);
      const taken = await parts.trash.take(path);
      // Nothing was moved: it is what it was, and so it is shown again.
      if (!taken.ok) void parts.openPaths([path]);
      return taken;
    },
    'files.restore': async ({ trashId }) => {
      const restored = await parts.trash.restore(trashId);
      return restored.ok ? done(void parts.openPaths([restored.value])) : restored;
    },
    'upgrade.preview': ({ fileId }) => edits.previewUpgrade(fileId),
    'upgrade.run': ({ fileId }) => edits.upgrade(fileId),
    'upgrade.cancel': ({ fileId }) => done(edits.cancelUpgrade(fileId)),
  };
}

/** Takes what was done, so that it reads in one line; its value, if any, stays here. */
function done(_outcome?: unknown): Result<null> {
  return ok(null);
}

function notOpen(): Result<never> {
  return fail('file-not-open', 'This file is not open.');
}
