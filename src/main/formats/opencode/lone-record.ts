import path from 'node:path';
import type { NativeObject } from '../../../shared/json/native';
import type { Check, Finding } from '../../../shared/model/report';
import type { Fact } from '../../../shared/model/session';
import { sessionTitle } from '../line-session/store';
import { storedMs } from '../stored-ms';
import { bytesOf, type JsonFile, stampWords } from './json-files';
import { timeWords } from './message-content';
import { objectOf, stringOf } from './native-fields';
import type { FoundSession, OpenCodeStorage, RecordKey, RecordRole } from './storage';

const NAMES: Readonly<Record<RecordRole, string>> = {
  session: 'a session, without its messages',
  message: 'a message, without its parts',
  part: 'a part of a message',
};

/** One file of the JSON storage without the others around it: what it says itself is all there is. */
export class LoneRecord implements OpenCodeStorage {
  readonly #key: RecordKey;
  readonly #record: NativeObject;
  readonly #sessionId: string;
  readonly #stamp: string;

  constructor(file: JsonFile, role: RecordRole, record: NativeObject) {
    this.#key = { role, id: stringOf(record.id) || file.id, at: file.path, sizeBytes: file.sizeBytes };
    this.#record = record;
    this.#sessionId = role === 'session' ? this.#key.id : stringOf(record.sessionID) || 'session';
    this.#stamp = stampWords(file.path);
  }

  facts(): Fact[] {
    return [
      { name: 'Kept as', value: `a JSON file: ${NAMES[this.#key.role]}` },
      { name: 'Opened', value: 'in place, read-only' },
    ];
  }

  sessions(): ReturnType<OpenCodeStorage['sessions']> {
    const { title, time } = this.#record;
    const { updated, created } = objectOf(time);
    const summary = {
      id: this.#sessionId,
      title: sessionTitle(stringOf(title)),
      entryCount: 1,
      storedLeaf: this.#key.role === 'message' ? this.#key.id : null,
      lastWrittenAt: timeWords(storedMs(updated ?? created)),
      recency: 0,
      commitCount: 0,
    };
    return { sessions: [summary], total: 1, problems: [] };
  }

  find(sessionId: string): FoundSession | undefined {
    if (!this.hasSession(sessionId)) return undefined;
    const key = this.#key;
    const messageId = stringOf(this.#record.messageID);
    return {
      key: key.role === 'session' ? key : null,
      messages:
        key.role === 'message' ? [{ key, timeMs: storedMs(objectOf(this.#record.time).created) }] : [],
      parts: key.role === 'part' ? [{ key, messageId }] : [],
      revert: null,
      findings: [loneFinding(key.role)],
    };
  }

  hasSession(sessionId: string): boolean {
    return sessionId === this.#sessionId;
  }

  read(keys: readonly RecordKey[]): (Buffer | null)[] {
    return keys.map(({ at }) => bytesOf(String(at)));
  }

  placeOf({ at }: RecordKey): string {
    return path.basename(String(at));
  }

  guard(): () => void {
    return () => undefined;
  }

  hasChanged(): boolean {
    return stampWords(String(this.#key.at)) !== this.#stamp;
  }

  schemaChecks(): Check[] {
    return [
      {
        id: 'storage-files',
        title: 'Files of the session',
        verdict: 'warning',
        expected: 'a file of the session, and of its messages',
        found: `one file alone: ${NAMES[this.#key.role]}`,
      },
    ];
  }
}

function loneFinding(role: RecordRole): Finding {
  const message = `This file is ${NAMES[role]}: OpenCode kept each record in a file of its own, and the others are not around it.`;
  return { code: 'lone-file', severity: 'note', message };
}
