import { FLAG } from '../../../shared/model/heads';
import type { RecordPlace } from '../line-session/line-format';
import type { ItemHead } from './item-head';
import { saidKey } from './words';

/** Items that one answer takes; no real one has as many. */
const MAX_ITEMS = 1000;

/** An entry that may get further records. */
export class Draft {
  readonly places: RecordPlace[];
  readonly timeMs: number;
  /** Its own: further records are added to it. */
  readonly head: ItemHead;
  tokens = Number.NaN;
  /** Whether nothing the model says further belongs to it. */
  isClosed = false;
  /** What is compared of the texts that it says; null until somebody asks. */
  #said: Set<string> | null = null;
  #hasWords: boolean;

  constructor(head: ItemHead, place: RecordPlace, timeMs: number) {
    this.head = head;
    this.places = [place];
    this.timeMs = timeMs;
    this.#hasWords = hasWords(head);
  }

  /** Whether the next item that the model says is of the same answer. */
  get isOpenAnswer(): boolean {
    return this.head.kind === 'assistant' && !this.isClosed && this.places.length < MAX_ITEMS;
  }

  /** Adds an item to an answer. */
  addItem(item: ItemHead, places: readonly RecordPlace[]): void {
    const { head } = this;
    // Words to the user before thoughts.
    const isFirst = head.preview === '' || (!this.#hasWords && !isThought(item));
    if (isFirst && item.preview !== '') head.preview = item.preview;
    head.flags |= item.flags;
    head.toolNames = joined(head.toolNames, item.toolNames);
    head.calls = joined(head.calls, item.calls);
    head.ownIds = joined(head.ownIds, item.ownIds);
    head.said = joined(head.said, item.said);
    this.#hasWords ||= hasWords(item);
    this.#said = null;
    this.places.push(...places);
  }

  /** Whether an event with these texts says what it says. */
  says(texts: readonly string[]): boolean {
    this.#said ??= new Set(this.head.said.map(saidKey));
    const said = this.#said;
    return texts.length > 0 && texts.every((text) => said.has(saidKey(text)));
  }

  /** Adds a record that tells how it ended. */
  addEnd(place: RecordPlace, hasFailed: boolean): void {
    if (hasFailed) this.head.flags |= FLAG.error;
    this.places.push(place);
  }
}

/** Both lists; most often one of them is empty. */
function joined<T>(first: readonly T[], second: readonly T[]): readonly T[] {
  if (second.length === 0) return first;
  return first.length === 0 ? second : [...first, ...second];
}

function isThought({ flags }: ItemHead): boolean {
  return (flags & FLAG.thinking) !== 0;
}

function hasWords(item: ItemHead): boolean {
  return item.preview !== '' && !isThought(item);
}
