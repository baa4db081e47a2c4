import path from 'node:path';
import type { NativeObject } from '../../../shared/json/native';
import { foldersIn, isFolder, type JsonFile, jsonFile, jsonFilesIn } from './json-files';
import { stringOf } from './native-fields';
import type { RecordRole } from './storage';

/** Where the files of sessions lie around each other. */
export interface JsonLayout {
  /** Where the files of the sessions of the same project lie. */
  readonly sessionFolder: string;
  messageFiles(sessionId: string): JsonFile[];
  partFiles(sessionId: string, messageId: string): JsonFile[];
  messageFolder(sessionId: string): string;
  partFolder(sessionId: string, messageId: string): string;
  /** Where the database lies that newer releases keep sessions in. */
  readonly dataFolder: string;
}

/** A file with the session it belongs to. */
export interface PlacedFile {
  readonly layout: JsonLayout;
  readonly sessionId: string;
  /** Of a part, the message it is of. */
  readonly messageId: string | null;
}

/** Ids name files: what is no plain word could lead anywhere. */
const PLAIN_ID = /^[A-Za-z0-9_-]{1,200}$/;

/**
 * The layout around a file: `session/<project>/<id>`, `message/<session>/<id>` and `part/<message>/<id>` in one folder;
 * or, as the first releases had it, `info/<id>`, `message/<session>/<id>` and `part/<session>/<message>/<id>` in a folder
 * `session`. Null where the file lies in neither.
 */
export function layoutAround(file: string, role: RecordRole, record: NativeObject): PlacedFile | null {
  const [folder, above, top] = foldersAbove(file);
  const id = path.basename(file, '.json');
  const place = { folder, above, top, id, record };
  const found =
    role === 'session' ? aroundSession(place) : role === 'message' ? aroundMessage(place) : aroundPart(place);
  return found !== null && PLAIN_ID.test(found.sessionId) ? found : null;
}

interface Place {
  readonly folder: string;
  readonly above: string;
  readonly top: string;
  readonly id: string;
  readonly record: NativeObject;
}

function aroundSession({ folder, above, id }: Place): PlacedFile | null {
  if (path.basename(above) !== 'session') return null;
  const isFirst = path.basename(folder) === 'info';
  const layout = isFirst ? firstLayout(above) : laterLayout(path.dirname(above), folder);
  return { layout, sessionId: id, messageId: null };
}

function aroundMessage({ folder, above, top }: Place): PlacedFile | null {
  if (path.basename(above) !== 'message') return null;
  const sessionId = path.basename(folder);
  return { layout: layoutIn(top, sessionId), sessionId, messageId: null };
}

function aroundPart({ folder, above, top, record }: Place): PlacedFile | null {
  const messageId = path.basename(folder);
  if (path.basename(above) === 'part') {
    const sessionId = stringOf(record.sessionID) || sessionOfMessage(top, messageId);
    return { layout: layoutIn(top, sessionId), sessionId, messageId };
  }
  if (path.basename(top) !== 'part') return null;
  return { layout: firstLayout(path.dirname(top)), sessionId: path.basename(above), messageId };
}

/** The session that a message lies in the folder of; empty where it is in none. */
function sessionOfMessage(root: string, messageId: string): string {
  const folder = foldersIn(path.join(root, 'message')).find(
    (each) => jsonFile(path.join(each, `${messageId}.json`)) !== null,
  );
  return folder === undefined ? '' : path.basename(folder);
}

/** The layout of a folder in which messages lie. */
function layoutIn(root: string, sessionId: string): JsonLayout {
  if (path.basename(root) === 'session' && isFolder(path.join(root, 'info'))) return firstLayout(root);
  const projects = foldersIn(path.join(root, 'session'));
  const own = projects.find((each) => jsonFile(path.join(each, `${sessionId}.json`)) !== null);
  return laterLayout(root, own ?? path.join(root, 'session', 'global'));
}

function laterLayout(root: string, sessionFolder: string): JsonLayout {
  const messageFolder = (sessionId: string) => path.join(root, 'message', sessionId);
  const partFolder = (_: string, messageId: string) => path.join(root, 'part', messageId);
  return layoutOf({ sessionFolder, messageFolder, partFolder, dataFolder: path.dirname(root) });
}

function firstLayout(root: string): JsonLayout {
  const messageFolder = (sessionId: string) => path.join(root, 'message', sessionId);
  const partFolder = (sessionId: string, messageId: string) => path.join(root, 'part', sessionId, messageId);
  // <data>/project/<folder>/storage/session
  const dataFolder = path.resolve(root, '..', '..', '..', '..');
  return layoutOf({ sessionFolder: path.join(root, 'info'), messageFolder, partFolder, dataFolder });
}

function layoutOf(folders: Omit<JsonLayout, 'messageFiles' | 'partFiles'>): JsonLayout {
  const { messageFolder, partFolder } = folders;
  const filesIn = (folder: string, ...ids: readonly string[]) =>
    ids.every((id) => PLAIN_ID.test(id)) ? jsonFilesIn(folder) : [];
  return {
    ...folders,
    messageFiles: (sessionId) => filesIn(messageFolder(sessionId), sessionId),
    partFiles: (sessionId, messageId) => filesIn(partFolder(sessionId, messageId), sessionId, messageId),
  };
}

function foldersAbove(file: string): readonly [string, string, string] {
  const folder = path.dirname(file);
  const above = path.dirname(folder);
  return [folder, above, path.dirname(above)];
}
