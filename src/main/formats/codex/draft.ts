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
  head: ItemHead;
  tokens = Number.NaN;
  /** Whether nothing the model says further belongs to it. */
  isClosed = false;
  readonly #said: Set<string>;
  #hasWords: boolean;

  constructor(head: ItemHead, place: RecordPlace, timeMs: number) {
    this.head = head;
    this.places = [place];
    this.timeMs = timeMs;
    this.#hasWords = hasWords(head);
    this.#said = new Set(head.said.map(saidKey));
  }

  /** Whether the next item that the model says is of the same answer. */
  get isOpenAnswer(): boolean {
    return this.head.kind === 'assistant' && !this.isClosed && this.places.length < MAX_ITEMS;
  }

  /** Adds an item to an answer. */
  addItem(item: ItemHead, places: readonly RecordPlace[]): void {
    const { flags, preview, toolNames, calls, ownIds } = this.head;
    // Words to the user before thoughts.
    const isFirst = preview === '' || (!this.#hasWords && !isThought(item));
    this.head = {
      ...this.head,
      flags: flags | item.flags,
      preview: isFirst && item.preview !== '' ? item.preview : preview,
      toolNames: [...toolNames, ...item.toolNames],
      calls: [...calls, ...item.calls],
      ownIds: [...ownIds, ...item.ownIds],
    };
    this.#hasWords ||= hasWords(item);
    for (const text of item.said) this.#said.add(saidKey(text));
    this.places.push(...places);
  }

  /** Whether an event with these texts says what it says. */
  says(texts: readonly string[]): boolean {
    return texts.length > 0 && texts.every((text) => this.#said.has(saidKey(text)));
  }

  /** Adds a record that tells how it ended. */
  addEnd(place: RecordPlace, hasFailed: boolean): void {
    if (hasFailed) this.head = { ...this.head, flags: this.head.flags | FLAG.error };
    this.places.push(place);
  }
}

function isThought({ flags }: ItemHead): boolean {
  return (flags & FLAG.thinking) !== 0;
}

function hasWords(item: ItemHead): boolean {
  return item.preview !== '' && !isThought(item);
}
