import path from 'node:path';
import type { Check, Finding, Problem } from '../../../shared/model/report';
import { type Fact, MAX_SESSIONS_LISTED, type SessionSummary } from '../../../shared/model/session';
import { sessionTitle } from '../line-session/store';
import { storedMs } from '../stored-ms';
import { type SessionParents, sessionParents, withDescendants } from './json-families';
import { bytesOf, type JsonFile, jsonFile, stampWords } from './json-files';
import type { JsonLayout, PlacedFile } from './json-layout';
import { leadingMembers } from './json-record';
import { timeWords } from './message-content';
import { objectOf, stringOf } from './native-fields';
import { parentFindings } from './session-parents';
import { planSession } from './session-plan';
import { revertOf } from './session-revert';
import type {
  FoundMessage,
  FoundPart,
  FoundSession,
  OpenCodeStorage,
  RecordKey,
  RecordRole,
  Revert,
} from './storage';

/** What is read of a record to put it in its place. */
const HEAD_BYTES = 256 * 1024;
/** Messages at the end of a session that are looked at for changes: only the last are written to. */
const WATCHED_MESSAGES = 2;

/** What the file of a session says, as far as the others need it. */
interface SessionFile {
  readonly file: JsonFile;
  readonly title: string | null;
  readonly revert: Revert | null;
  readonly updatedMs: number;
}

/** A folder of JSON files, a file a record, read-only: the session that a file belongs to, and those that it started. */
export class JsonStorage implements OpenCodeStorage {
  readonly #placed: PlacedFile;
  readonly #layout: JsonLayout;
  /** The session that was opened first, then those that it started. */
  readonly #sessionIds: readonly string[];
  readonly #parents: SessionParents;
  readonly #files: ReadonlyMap<string, SessionFile>;
  readonly #stamp: string;

  constructor(placed: PlacedFile) {
    this.#placed = placed;
    this.#layout = placed.layout;
    this.#parents = sessionParents(placed.layout.sessionFolder);
    this.#sessionIds = withDescendants(placed.sessionId, this.#parents).slice(0, MAX_SESSIONS_LISTED);
    this.#files = new Map(this.#sessionIds.flatMap((id) => sessionFile(placed.layout, id) ?? []));
    this.#stamp = this.#stampOf();
  }

  facts(): Fact[] {
    const children = this.#sessionIds.length - 1;
    const parentId = this.#parents.get(this.#placed.sessionId) ?? null;
    return [
      { name: 'Kept as', value: 'JSON files, one for each record' },
      { name: 'Opened', value: 'in place, read-only' },
      ...(parentId === null ? [] : [{ name: 'Sub-agent', value: `of session ${parentId}` }]),
      ...(children === 0 ? [] : [{ name: 'Sub-agents', value: String(children) }]),
    ];
  }

  sessions(): { sessions: SessionSummary[]; total: number; problems: Problem[] } {
    const found = this.#sessionIds.map((id) => ({ id, session: this.#find(id) }));
    const updated = new Map(found.map(({ id, session }) => [id, this.#lastWriteMs(id, session)]));
    // The session that was opened comes before those that it started.
    const [own, ...others] = this.#sessionIds;
    const newestFirst = others.sort((left, right) => (updated.get(right) ?? 0) - (updated.get(left) ?? 0));
    const ranks = new Map([own, ...newestFirst].map((id, rank) => [id, rank]));
    const sessions = found.map(({ id, session }): SessionSummary => {
      const plan = planSession(session);
      return {
        id,
        title: this.#files.get(id)?.title ?? null,
        entryCount: plan.entries.length,
        storedLeaf: plan.entries[plan.leafRow]?.id ?? null,
        lastWrittenAt: timeWords(updated.get(id) ?? null),
        recency: ranks.get(id) ?? 0,
        commitCount: 0,
      };
    });
    return { sessions, total: sessions.length, problems: [] };
  }

  find(sessionId: string): FoundSession | undefined {
    return this.hasSession(sessionId) ? this.#find(sessionId) : undefined;
  }

  hasSession(sessionId: string): boolean {
    return this.#sessionIds.includes(sessionId);
  }

  read(keys: readonly RecordKey[]): (Buffer | null)[] {
    return keys.map(({ at }) => bytesOf(String(at)));
  }

  placeOf({ at }: RecordKey): string {
    return path.basename(String(at));
  }

  /** A file that is written while the others are read is no reason to give up: each is whole, or says that it is not. */
  guard(): () => void {
    return () => undefined;
  }

  hasChanged(): boolean {
    return this.#stampOf() !== this.#stamp;
  }

  schemaChecks(): Check[] {
    const hasSession = this.#files.has(this.#placed.sessionId);
    const hasMessages = this.#layout.messageFiles(this.#placed.sessionId).length > 0;
    const missing = [...(hasSession ? [] : ['the session']), ...(hasMessages ? [] : ['messages'])];
    return [
      {
        id: 'storage-files',
        title: 'Files of the session',
        verdict: missing.length === 0 ? 'ok' : 'warning',
        expected: 'a file of the session, and of its messages',
        found: missing.length === 0 ? 'both are there' : `no file of ${missing.join(', and none of ')}`,
      },
    ];
  }

  #find(sessionId: string): FoundSession {
    const session = this.#files.get(sessionId);
    const messages = this.#layout.messageFiles(sessionId).map(messageOf);
    const ids = new Set(messages.map(({ key }) => key.id));
    // The part that was opened is shown even where its message is gone.
    const { messageId } = this.#placed;
    if (messageId !== null && sessionId === this.#placed.sessionId) ids.add(messageId);
    const parts = [...ids].flatMap((id) =>
      this.#layout
        .partFiles(sessionId, id)
        .map((file): FoundPart => ({ key: keyOf('part', file), messageId: id })),
    );
    return {
      key: session === undefined ? null : keyOf('session', session.file),
      messages,
      parts,
      revert: session?.revert ?? null,
      findings: this.#findings(sessionId),
    };
  }

  #findings(sessionId: string): readonly Finding[] {
    const parentOf = (id: string) => this.#parents.get(id);
    return [
      ...parentFindings(sessionId, this.#files.has(sessionId), parentOf),
      ...(databaseBeside(this.#layout) ? [ALSO_IN_DATABASE] : []),
    ];
  }

  #lastWriteMs(sessionId: string, { messages }: FoundSession): number {
    const updatedMs = this.#files.get(sessionId)?.updatedMs ?? Number.NaN;
    if (!Number.isNaN(updatedMs)) return updatedMs;
    const times = messages.map(({ timeMs }) => timeMs).filter((timeMs) => !Number.isNaN(timeMs));
    return times.reduce((latest, timeMs) => Math.max(latest, timeMs), Number.NEGATIVE_INFINITY);
  }

  #stampOf(): string {
    const { layout, sessionId } = this.#placed;
    const last = layout.messageFiles(sessionId).slice(-WATCHED_MESSAGES);
    return [
      stampWords(this.#files.get(sessionId)?.file.path ?? ''),
      ...this.#sessionIds.map((id) => stampWords(layout.messageFolder(id))),
      ...last.map(({ path: file }) => stampWords(file)),
      ...last.flatMap(({ id }) => layout.partFiles(sessionId, id).map((file) => stampWords(file.path))),
    ].join('\n');
  }
}

const ALSO_IN_DATABASE: Finding = {
  code: 'also-in-database',
  severity: 'note',
  message:
    'OpenCode keeps its sessions in a database now, which lies beside these files: there this session may have gone on.',
};

/** Its file stays where a session was taken over into the database. */
function databaseBeside({ dataFolder }: JsonLayout): boolean {
  return jsonFile(path.join(dataFolder, 'opencode.db')) !== null;
}

/** What the file of a session says, with its id; null where there is none. */
function sessionFile({ sessionFolder }: JsonLayout, id: string): [string, SessionFile][] | null {
  const file = jsonFile(path.join(sessionFolder, `${id}.json`));
  if (file === null) return null;
  const { title, revert, time } = leadingMembers(bytesOf(file.path, HEAD_BYTES) ?? Buffer.alloc(0));
  const updatedMs = storedMs(objectOf(time).updated);
  return [[id, { file, title: sessionTitle(stringOf(title)), revert: revertOf(revert), updatedMs }]];
}

function messageOf(file: JsonFile): FoundMessage {
  const { time } = leadingMembers(bytesOf(file.path, HEAD_BYTES) ?? Buffer.alloc(0));
  return { key: keyOf('message', file), timeMs: storedMs(objectOf(time).created) };
}

function keyOf(role: RecordRole, { path: file, id, sizeBytes }: JsonFile): RecordKey {
  return { role, id, at: file, sizeBytes };
}
