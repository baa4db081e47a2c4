import { isNativeObject, type NativeObject } from '../../../shared/json/native';
import {
  type LineReader,
  type LineRecord,
  newHead,
  type RecordHead,
  type RecordPlace,
  type SessionFacts,
} from '../line-session/line-format';
import { pieceId } from '../line-session/piece-head';
import { rfc3339Ms } from '../rfc3339';
import { ParallelResults } from './parallel-results';
import { type RecordWords, recordWords } from './record-head';
import { SessionNotes } from './session-notes';

/**
 * Heads that are held back: an answer of the model is written block by block, a line each, and results of its first
 * calls may stand between them.
 */
const MAX_HELD = 64;

/** The head of an entry that may still get further records. */
interface HeldHead {
  readonly head: RecordHead;
  /** Shown where none of its records has a text. */
  thinking: string;
  /** Of the answer of the model; null where it is none. */
  readonly response: ResponseIds | null;
}

interface ResponseIds {
  readonly messageId: string;
  readonly requestId: string | null;
}

/** Reads the records of a session of Claude Code. */
export class ClaudeReader implements LineReader {
  readonly #notes = new SessionNotes();
  readonly #parallel = new ParallelResults();
  readonly #held: HeldHead[] = [];
  #previousId: string | null = null;
  #hasCandidate = false;
  /** Of the last message, on whatever chain. */
  #lastMessageId: string | null = null;

  push({ value, place }: LineRecord, emit: (head: RecordHead) => void): void {
    this.#notes.take(value);
    // It only gives a title, often that of another session.
    if (value.type === 'summary' && typeof value.uuid !== 'string') return;
    const id = nodeId(value);
    if (id === null) this.#pushNote(value, place);
    else this.#pushNode(id, value, place);
    while (this.#held.length > MAX_HELD) this.#emitFirst(emit);
  }

  flush(emit: (head: RecordHead) => void): void {
    while (this.#held.length > 0) this.#emitFirst(emit);
  }

  facts(): SessionFacts {
    // A transcript of a sub-agent is nothing but a side chain.
    const leafId = this.#hasCandidate || this.#lastMessageId === null ? undefined : this.#lastMessageId;
    return { ...this.#notes.facts(), leafId };
  }

  #pushNode(id: string, value: NativeObject, place: RecordPlace): void {
    const words = recordWords(value);
    const response = responseOf(value);
    const held =
      (response === null ? undefined : this.#sameResponse(response, id, textOf(value.parentUuid))) ??
      this.#newNode(id, words, value, place, response);
    const { head } = held;
    if (head.id !== id) addRecord(held, id, words, place);
    if (response !== null)
      this.#parallel.addCalls(
        [head.id, ...head.aliases],
        words.calls.map(({ callId }) => callId),
      );
    this.#previousId = id;
    if (words.kind === 'user') this.#notes.takePrompt(words.text, value.isSidechain === true);
    if (isMessage(value)) this.#lastMessageId = head.id;
    if (head.isLeafCandidate) this.#hasCandidate = true;
  }

  #newNode(
    id: string,
    words: RecordWords,
    value: NativeObject,
    place: RecordPlace,
    response: ResponseIds | null,
  ): HeldHead {
    const storedParent = textOf(value.parentUuid);
    // A compaction begins anew, and names what it follows beside.
    const parentId = storedParent ?? textOf(value.logicalParentUuid);
    const isAside = value.isSidechain === true || value.isMeta === true || textOf(value.teamName) !== null;
    const isBookkeeping = words.kind === 'meta' || words.kind === 'unknown';
    const linkedId =
      parentId === null || parentId === id
        ? parentId
        : this.#parallel.parentOf({ id, parentId, answeredIds: words.answeredIds, isBookkeeping });
    const held = this.#hold(newHead(id, linkedId, place), words, value, response);
    held.head.mayLackParent = storedParent === null;
    held.head.isLeafCandidate = isMessage(value) && !isAside;
    return held;
  }

  /** A record that is no node of the tree hangs on what stands before it. */
  #pushNote(value: NativeObject, place: RecordPlace): void {
    const id = pieceId(place);
    this.#hold(newHead(id, this.#previousId, place), recordWords(value), value, null);
    this.#previousId = id;
  }

  #hold(head: RecordHead, words: RecordWords, value: NativeObject, response: ResponseIds | null): HeldHead {
    head.kind = words.kind;
    head.flags = words.flags;
    head.timeMs = rfc3339Ms(textOf(value.timestamp));
    head.tokens = words.tokens;
    head.preview = words.text;
    head.toolNames = words.toolNames;
    head.calls = words.calls;
    head.answeredIds = words.answeredIds;
    const held = { head, thinking: words.thinking, response };
    this.#held.push(held);
    return held;
  }

  #emitFirst(emit: (head: RecordHead) => void): void {
    const held = this.#held.shift();
    if (held === undefined) return;
    held.head.preview ||= held.thinking;
    emit(held.head);
  }

  /**
   * The held answer that a record is a further part of. Some servers give all their messages one id, so it must be of
   * the same request, or hang on the answer.
   */
  #sameResponse(response: ResponseIds, id: string, parentId: string | null): HeldHead | undefined {
    const held = this.#held.findLast((other) => other.response?.messageId === response.messageId);
    // A record that is there already was written once more.
    if (held === undefined || hasId(held, id)) return undefined;
    const requestId = held.response?.requestId ?? null;
    if (requestId !== null && response.requestId !== null)
      return requestId === response.requestId ? held : undefined;
    return this.#hangsOn(parentId, held) ? held : undefined;
  }

  /** Whether a parent is an entry, or bookkeeping below it. */
  #hangsOn(parentId: string | null, held: HeldHead): boolean {
    let at = parentId;
    for (let steps = 0; at !== null && steps < MAX_HELD; steps += 1) {
      const id = at;
      if (hasId(held, id)) return true;
      const link = this.#held.find((other) => hasId(other, id));
      at = link?.head.kind === 'meta' ? link.head.parentId : null;
    }
    return false;
  }
}

function hasId({ head }: HeldHead, id: string): boolean {
  return head.id === id || head.aliases.includes(id);
}

function isMessage({ type }: NativeObject): boolean {
  return type === 'user' || type === 'assistant';
}

/** The id of a node of the tree; null for other records. */
function nodeId({ uuid }: NativeObject): string | null {
  return typeof uuid === 'string' && uuid !== '' ? uuid : null;
}

function responseOf({ type, message, requestId }: NativeObject): ResponseIds | null {
  if (type !== 'assistant' || !isNativeObject(message)) return null;
  const messageId = textOf(message.id);
  return messageId === null ? null : { messageId, requestId: textOf(requestId) };
}

/** Adds a further record to an answer. */
function addRecord(held: HeldHead, id: string, words: RecordWords, place: RecordPlace): void {
  const { head } = held;
  head.aliases = [...head.aliases, id];
  head.places = [...head.places, place];
  head.flags |= words.flags;
  // Each record repeats the usage of the answer; the last one has the whole.
  if (!Number.isNaN(words.tokens)) head.tokens = words.tokens;
  head.toolNames = [...head.toolNames, ...words.toolNames];
  head.calls = [...head.calls, ...words.calls];
  head.preview ||= words.text;
  held.thinking ||= words.thinking;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
