import type { NativeObject } from '../../../shared/json/native';
import type { Finding } from '../../../shared/model/report';
import { ownCopy } from '../../../shared/text/own-copy';
import {
  type LineReader,
  type LineRecord,
  newHead,
  type RecordHead,
  type RecordPlace,
  type SessionFacts,
} from '../line-session/line-format';
import { rfc3339Ms } from '../rfc3339';
import { Draft } from './draft';
import { type EarlierParts, NO_PARTS } from './earlier-parts';
import { entryId } from './entry-id';
import { type EventRole, eventHead, eventRole, turnCount } from './event-head';
import { HeaderFacts } from './header-facts';
import { headOf, type ItemHead, itemHead } from './item-head';
import { OpenTurn } from './open-turn';
import { partFindings } from './part-findings';
import { textOf, unwrap } from './record';
import { recordHead } from './record-head';
import { TokenTotals } from './token-totals';
import { type Standing, Turns } from './turns';

/** Entries that wait for further records: an answer and its results. No real answer has as many. */
const MAX_HELD = 100;
/** Events that wait for the item they belong to. */
const MAX_WAITING = 100;
/** Longest text kept of a name or a first message, in UTF-16 units. */
const MAX_TITLE_CHARS = 2000;

type Emit = (head: RecordHead) => void;

/** An event that stands before the item it belongs to. */
interface WaitingEvent {
  readonly place: RecordPlace;
  readonly timeMs: number;
  readonly head: ItemHead;
  readonly role: Extract<EventRole, { role: 'twin' | 'end' }>;
}

/** Where a session goes on in another file. */
interface Border {
  readonly standing: Standing;
  readonly total: number;
  readonly turns: number;
}

/**
 * Reads the records of a rollout. An answer is all that the model says until a result or a request for the next one:
 * it is held until its use of tokens was told, with the results of its calls. Events that say again what an item says,
 * or how a call ended, become further records of its entry.
 */
export class CodexReader implements LineReader {
  readonly #header = new HeaderFacts();
  readonly #totals = new TokenTotals();
  readonly #turns = new Turns();
  readonly #parts: EarlierParts;
  readonly #threadName: string | null;
  /** The part that is being read: 0 for the file itself, null before the first record. */
  #part: number | null = null;
  /** Where the next part goes on, once this one is beyond it. */
  #border: Border | null = null;
  #openTurn = new OpenTurn();
  #held: Draft[] = [];
  #waiting: WaitingEvent[] = [];
  #standing: Standing = { previousId: null, leafId: null };
  #name: string | null = null;
  #firstText: string | null = null;
  #model = '';

  /** `threadName` is the name of the session that is kept apart from its records. */
  constructor(parts: EarlierParts = NO_PARTS, threadName: string | null = null) {
    this.#parts = parts;
    this.#threadName = threadName;
  }

  push({ value, place }: LineRecord, emit: Emit): void {
    this.#enter(place, emit);
    const { type, payload, timestamp } = unwrap(value);
    const timeMs = rfc3339Ms(timestamp);
    switch (type) {
      case 'response_item':
        this.#item(new Draft(itemHead(payload), place, timeMs), emit);
        break;
      case 'event_msg':
        this.#event(payload, place, timeMs, emit);
        break;
      case 'token_usage_record':
        this.#use(this.#totals.request(payload), place, timeMs, emit);
        break;
      case 'session_meta':
        this.#own(this.#sessionHead(payload, place), place, timeMs, emit);
        break;
      case 'turn_context':
        this.#own(this.#contextHead(payload), place, timeMs, emit);
        break;
      default:
        this.#own(recordHead(type, payload), place, timeMs, emit);
    }
  }

  flush(emit: Emit): void {
    this.#settle(emit);
  }

  facts(): SessionFacts {
    const unfinished = this.#openTurn.finding();
    return {
      ...this.#header.facts(),
      title: this.#threadName ?? this.#name ?? this.#firstText,
      findings: [
        ...this.#header.findings(),
        ...partFindings(this.#parts),
        ...(unfinished === null ? [] : [unfinished]),
      ],
      leafId: this.#standing.leafId,
    };
  }

  /** Minds where a record is, in a session of several files: each goes on from a place within the one before it. */
  #enter({ part = 0, byteOffset }: RecordPlace, emit: Emit): void {
    if (part !== this.#part) {
      this.#settle(emit);
      if (this.#part === null && this.#parts.missing !== null)
        this.#standing = { previousId: `seg:${this.#parts.missing.segmentId}`, leafId: null };
      if (this.#border !== null) this.#comeBack(this.#border);
      this.#border = null;
      this.#part = part;
    }
    const end = this.#parts.parts[part - 1]?.endOffset;
    if (end === undefined || byteOffset < end || this.#border !== null) return;
    this.#settle(emit);
    this.#border = { standing: this.#standing, total: this.#totals.total, turns: this.#turns.count };
  }

  #comeBack({ standing, total, turns }: Border): void {
    this.#standing = standing;
    this.#totals.restore(total);
    this.#turns.cutTo(turns);
    this.#openTurn = new OpenTurn();
  }

  #sessionHead(payload: NativeObject, { part }: RecordPlace): ItemHead {
    const id = textOf(payload.id);
    if (part !== undefined) return headOf('session_info', `earlier part: session ${id}`);
    const isFirst = this.#header.add(payload);
    return headOf('session_info', isFirst ? `session ${id}` : `copied from session ${id}`);
  }

  #item(draft: Draft, emit: Emit): void {
    const { head } = draft;
    const last = this.#held.at(-1);
    if (head.kind === 'assistant') {
      if (last?.isOpenAnswer) last.addItem(head, draft.places);
      else {
        this.#release(emit);
        this.#held.push(draft);
      }
    } else if (head.kind === 'tool_result' || head.kind === 'meta') this.#hold(draft, emit);
    else {
      this.#release(emit);
      this.#held.push(draft);
    }
    this.#join(this.#held.at(-1) ?? draft);
  }

  #event(event: NativeObject, place: RecordPlace, timeMs: number, emit: Emit): void {
    const role = eventRole(event);
    if (role.role === 'tokens') this.#count(event, place, timeMs, emit);
    else if (role.role === 'own') this.#ownEvent(event, place, timeMs, emit);
    else if (!this.#held.some((draft) => addTo(draft, role, place))) {
      this.#waiting.push({ place, timeMs, head: eventHead(event), role });
      if (this.#waiting.length > MAX_WAITING) this.#settle(emit);
    }
  }

  #ownEvent(event: NativeObject, place: RecordPlace, timeMs: number, emit: Emit): void {
    this.#settle(emit);
    const type = textOf(event.type);
    const findings = this.#openTurn.event(type);
    if (type === 'task_started' || type === 'turn_started') this.#turns.start(this.#standing);
    if (type === 'thread_name_updated') this.#name = ownCopy(textOf(event.thread_name)) || this.#name;
    if (type === 'thread_rolled_back')
      this.#standing = this.#turns.takeBack(turnCount(event)) ?? this.#standing;
    this.#emit(new Draft(eventHead(event), place, timeMs), emit, findings);
  }

  /** Counts of tokens, that may tell of a request which no record of its own tells of. */
  #count(event: NativeObject, place: RecordPlace, timeMs: number, emit: Emit): void {
    const tokens = this.#totals.count(event);
    const [answer] = this.#held;
    // Told before: it goes with what has told it.
    if (Number.isNaN(tokens) && answer !== undefined && !Number.isNaN(answer.tokens))
      answer.places.push(place);
    else if (Number.isNaN(tokens)) this.#hold(new Draft(eventHead(event), place, timeMs), emit);
    else this.#use(tokens, place, timeMs, emit);
  }

  #use(tokens: number, place: RecordPlace, timeMs: number, emit: Emit): void {
    const [answer] = this.#held;
    if (answer?.head.kind === 'assistant' && Number.isNaN(answer.tokens)) {
      answer.tokens = tokens;
      answer.isClosed = true;
      answer.places.push(place);
      return;
    }
    const own = new Draft(headOf('meta', 'tokens used'), place, timeMs);
    own.tokens = tokens;
    this.#hold(own, emit);
  }

  #contextHead(payload: NativeObject): ItemHead {
    const model = textOf(payload.model);
    const isNew = model !== '' && model !== this.#model;
    if (isNew) this.#model = ownCopy(model);
    return headOf(isNew ? 'model_change' : 'meta', isNew ? model : 'turn context');
  }

  #own(head: ItemHead, place: RecordPlace, timeMs: number, emit: Emit): void {
    this.#settle(emit);
    this.#emit(new Draft(head, place, timeMs), emit);
  }

  /** Keeps an entry behind the answer it belongs to, while that waits; it may get further records itself. */
  #hold(draft: Draft, emit: Emit): void {
    if (this.#held[0]?.head.kind !== 'assistant' || this.#held.length >= MAX_HELD) this.#release(emit);
    this.#held.push(draft);
  }

  /** Adds the events that waited for this entry to it. */
  #join(draft: Draft): void {
    if (this.#waiting.length > 0)
      this.#waiting = this.#waiting.filter(({ role, place }) => !addTo(draft, role, place));
  }

  #release(emit: Emit): void {
    const held = this.#held;
    this.#held = [];
    for (const draft of held) this.#emit(draft, emit);
  }

  /** Nothing more belongs to what waits: events that no item came for are entries of their own. */
  #settle(emit: Emit): void {
    this.#release(emit);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { head, place, timeMs } of waiting) this.#emit(new Draft(head, place, timeMs), emit);
  }

  #emit(draft: Draft, emit: Emit, findings: readonly Finding[] = []): void {
    const { head, places, timeMs, tokens } = draft;
    const [first] = places;
    if (first === undefined) return;
    if (head.kind === 'user') this.#ask(head);
    const id = entryId(first, this.#parts);
    const isLeafCandidate = LEAF_KINDS.has(head.kind);
    const made = newHead(id, this.#standing.previousId, first);
    made.kind = head.kind;
    made.flags = head.flags;
    made.timeMs = timeMs;
    made.tokens = tokens;
    made.preview = head.preview;
    made.toolNames = head.toolNames;
    made.calls = head.calls;
    made.answeredIds = head.answeredIds;
    made.isLeafCandidate = isLeafCandidate;
    made.findings = findings;
    made.places = places;
    emit(made);
    this.#standing = { previousId: id, leafId: isLeafCandidate ? id : this.#standing.leafId };
  }

  #ask({ preview }: ItemHead): void {
    this.#turns.ask(this.#standing);
    if (this.#firstText === null && /\S/.test(preview))
      this.#firstText = ownCopy(preview.slice(0, MAX_TITLE_CHARS));
  }
}

/** What the session goes on from: items of the model's history, and what stands in place of them. */
const LEAF_KINDS: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'tool_result',
  'custom_message',
  'compaction',
]);

/** Adds an event to an entry that it belongs to; false where it does not. */
function addTo(draft: Draft, role: EventRole, place: RecordPlace): boolean {
  const { kind, ownIds } = draft.head;
  if (role.role === 'end' && ownIds.includes(role.callId)) draft.addEnd(place, role.hasFailed);
  else if (role.role === 'twin' && role.of === kind && draft.says(role.said)) draft.places.push(place);
  else return false;
  return true;
}
