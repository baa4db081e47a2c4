import { isNativeObject, type NativeObject, type NativeValue } from '../../../shared/json/native';
import {
  type LineReader,
  type LineRecord,
  newHead,
  type RecordHead,
  type RecordPlace,
  type SessionFacts,
} from '../line-session/line-format';
import { pieceId } from '../line-session/piece-head';
import { recordType, replacedMessages } from './record';
import { readMessage, readUpdate } from './record-head';
import { SessionNotes } from './session-notes';

/** Heads that are held back: a message is written again as it grows, most often with the next lines. */
const MAX_HELD = 256;

/** Where an entry hangs in the order of the session. */
interface Link {
  readonly parentId: string | null;
  /** Whether the session can stand at it. */
  readonly isMessage: boolean;
}

/** Reads the records of a session of Gemini CLI: its messages follow each other, but for those that were taken back. */
export class GeminiReader implements LineReader {
  readonly #notes: SessionNotes;
  readonly #held: RecordHead[] = [];
  readonly #links = new Map<string, Link>();
  /** The entry that the next one hangs on. */
  #tipId: string | null = null;
  /** Ids of messages that the last update brought, and its entry. */
  #replaced: { readonly ids: ReadonlySet<string>; readonly entryId: string } | null = null;
  #hasMessage = false;

  /** `metadata` where it stands apart from the records; `folderName` as {@link SessionNotes} takes it. */
  constructor(metadata: NativeObject | null, folderName = '') {
    this.#notes = new SessionNotes(folderName);
    if (metadata !== null) this.#notes.takeFirst(metadata);
  }

  push({ value, place }: LineRecord, emit: (head: RecordHead) => void): void {
    const type = recordType(value);
    if (type === 'message') this.#pushMessage(String(value.id), value, place);
    else if (type === 'rewind') this.#pushRewind(value.$rewindTo, place, emit);
    else if (type === 'update') this.#pushUpdate(value, place);
    else if (type !== 'metadata' || !this.#notes.takeFirst(value)) this.#pushOther(type, value, place);
    while (this.#held.length > MAX_HELD) this.#emitFirst(emit);
  }

  flush(emit: (head: RecordHead) => void): void {
    while (this.#held.length > 0) this.#emitFirst(emit);
  }

  facts(): SessionFacts {
    return { ...this.#notes.facts(), leafId: this.#hasMessage ? this.#lastMessageId() : undefined };
  }

  #pushMessage(id: string, value: NativeObject, place: RecordPlace): void {
    const held = this.#held.find((head) => head.id === id);
    if (held !== undefined) {
      readMessage(held, value);
      held.places = [...held.places, place];
      return;
    }
    // One that was handed over already keeps its place.
    const known = this.#links.get(id);
    const head = newHead(id, known === undefined ? this.#tipId : known.parentId, place);
    readMessage(head, value);
    head.isLeafCandidate = true;
    if (head.kind === 'user') this.#notes.takePrompt(head.preview);
    this.#hasMessage = true;
    if (known === undefined) this.#add(head, true);
    else this.#held.push(head);
  }

  /** A rewind hangs on what it keeps, and what follows hangs on it. */
  #pushRewind(target: NativeValue | undefined, place: RecordPlace, emit: (head: RecordHead) => void): void {
    // What was taken back is not written again.
    this.flush(emit);
    this.#tipId = this.#keptBefore(typeof target === 'string' ? target : '');
    const head = newHead(pieceId(place), this.#tipId, place);
    head.kind = 'leaf_move';
    const name = typeof target === 'string' ? target : '?';
    head.preview =
      this.#tipId === null ? `rewind: all taken back (${name})` : `rewind: taken back from ${name}`;
    this.#add(head, false);
  }

  #pushUpdate(value: NativeObject, place: RecordPlace): void {
    this.#notes.takeUpdate(value.$set);
    const head = newHead(pieceId(place), this.#tipId, place);
    readUpdate(head, value);
    const messages = replacedMessages(value);
    if (messages !== null) {
      const ids = messages.flatMap((message) =>
        isNativeObject(message) && typeof message.id === 'string' ? [message.id] : [],
      );
      this.#replaced = { ids: new Set(ids), entryId: head.id };
      this.#hasMessage = true;
    }
    this.#add(head, messages !== null);
  }

  #pushOther(type: string, value: NativeObject, place: RecordPlace): void {
    const head = newHead(pieceId(place), this.#tipId, place);
    head.kind = type === 'metadata' ? 'meta' : 'unknown';
    head.preview = type === 'metadata' ? 'metadata' : Object.keys(value).slice(0, 20).join(', ');
    this.#add(head, false);
  }

  #add(head: RecordHead, isMessage: boolean): void {
    this.#held.push(head);
    this.#links.set(head.id, { parentId: this.#tipId, isMessage });
    this.#tipId = head.id;
  }

  /** What stays when a message and all behind it are taken back: nothing where there is no such message any more. */
  #keptBefore(targetId: string): string | null {
    for (let at = this.#tipId; at !== null; at = this.#links.get(at)?.parentId ?? null) {
      if (at === targetId) return this.#links.get(at)?.parentId ?? null;
      // Its messages are one entry: one of them cannot be taken back alone.
      if (at === this.#replaced?.entryId) return this.#replaced.ids.has(targetId) ? at : null;
    }
    return null;
  }

  #lastMessageId(): string | null {
    for (let at = this.#tipId; at !== null; at = this.#links.get(at)?.parentId ?? null)
      if (this.#links.get(at)?.isMessage) return at;
    return null;
  }

  #emitFirst(emit: (head: RecordHead) => void): void {
    const head = this.#held.shift();
    if (head !== undefined) emit(head);
  }
}
