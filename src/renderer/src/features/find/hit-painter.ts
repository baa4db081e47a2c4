import type { TextRange } from '../../../../shared/find/matcher';
import type { FoundPlace } from '../entry/found-place';
import { nearestHit } from './nearest-hit';
import { ShownText } from './shown-text';

/** What the transcript on screen is searched for, to mark what it shows. */
export interface Marking {
  /** Finds in a text that is shown; linear in its length. */
  readonly find: (text: string, most: number) => readonly TextRange[];
  /** The hit that is gone to; null while there is none. */
  readonly place: FoundPlace | null;
  /** Rows of the items it may stand in: its own, or that of the call it answers. */
  readonly itemRows: readonly number[];
  /** Told whether the hit stands on the page, once that is sure. */
  onShown(isShown: boolean): void;
}

const HIT = 'find-hit';
const CURRENT = 'find-current';
/** Most marks in one item and on the page: each is a range the engine keeps. */
const MAX_ITEM_MARKS = 500;
const MAX_MARKS = 2_000;
/** Least time between two looks at the page, in ms. */
const PAUSE_MS = 60;
/** A hit that does not come up within this time, once its item is there, is not shown in this form. */
const MISSING_MS = 700;
/** How long the hit is kept in view while what stands above takes its height, and how often that is looked at. */
const KEPT_MS = 3_000;
const KEPT_EACH_MS = 100;
/** Room left above a hit that is scrolled to, as a part of the view. */
const ABOVE = 0.3;

/**
 * Marks what is found on the page, without changing it (CSS Custom Highlight API), for as long as it is not stopped:
 * items come and go with each scroll. Scrolls to the hit that is gone to.
 */
export class HitPainter {
  readonly #pane: Element;
  readonly #marking: Marking;
  readonly #observer: MutationObserver;
  #timer = 0;
  #lastMs = 0;
  #keeping = 0;
  #isOutcomeTold = false;
  /** When the item was first seen with its content and without the hit, and when the hit was first seen; NaN before. */
  #itemMs = Number.NaN;
  #shownMs = Number.NaN;
  #isTouched = false;

  constructor(pane: Element, marking: Marking) {
    this.#pane = pane;
    this.#marking = marking;
    this.#observer = new MutationObserver(() => this.#soon());
    this.#observer.observe(pane, { childList: true, subtree: true, characterData: true });
    for (const name of BY_HAND) pane.addEventListener(name, this.#touch, { passive: true, capture: true });
    this.#paint();
  }

  /** Takes the marks away. */
  stop(): void {
    this.#observer.disconnect();
    clearTimeout(this.#timer);
    clearTimeout(this.#keeping);
    for (const name of BY_HAND) this.#pane.removeEventListener(name, this.#touch, { capture: true });
    CSS.highlights.delete(HIT);
    CSS.highlights.delete(CURRENT);
  }

  readonly #touch = (event: Event): void => {
    // Keys in the find bar, which stands in the same pane, are no scrolling.
    const isInList = event.target instanceof Element && event.target.closest(LIST) !== null;
    if (isInList) this.#isTouched = true;
  };

  #soon(): void {
    if (this.#timer !== 0) return;
    const waitMs = Math.max(0, PAUSE_MS - (performance.now() - this.#lastMs));
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      this.#paint();
    }, waitMs);
  }

  #paint(): void {
    this.#lastMs = performance.now();
    const marks = new Highlight();
    const current = new Highlight();
    current.priority = 1;
    for (const item of this.#pane.querySelectorAll(`${LIST} [data-row]`)) {
      const shown = ShownText.of(item);
      if (marks.size < MAX_MARKS)
        for (const { start, length } of this.#marking.find(shown.text, MAX_ITEM_MARKS)) {
          const range = shown.range(start, length);
          if (range) marks.add(range);
        }
      if (this.#marking.itemRows.includes(Number(item.getAttribute('data-row'))))
        this.#paintCurrent(item, shown, current);
    }
    CSS.highlights.set(HIT, marks);
    CSS.highlights.set(CURRENT, current);
  }

  #paintCurrent(item: Element, shown: ShownText, current: Highlight): void {
    const { place } = this.#marking;
    if (place === null) return;
    const range = rangeOf(shown, place);
    if (range) {
      current.add(range);
      this.#tell(true);
      this.#keepInView(range);
      return;
    }
    if (item.querySelector('[aria-busy="true"]') !== null) return;
    if (Number.isNaN(this.#itemMs)) this.#itemMs = performance.now();
    if (performance.now() - this.#itemMs > MISSING_MS) this.#tell(false);
    else this.#soon();
  }

  /** Heights change without a word: it is looked at again for a while. */
  #keepInView(range: Range): void {
    if (Number.isNaN(this.#shownMs)) this.#shownMs = performance.now();
    if (this.#isTouched || performance.now() - this.#shownMs > KEPT_MS) return;
    bringIntoView(range);
    clearTimeout(this.#keeping);
    // A range whose text has gone is found anew, once that is seen.
    this.#keeping = window.setTimeout(() => {
      if (range.startContainer.isConnected) this.#keepInView(range);
    }, KEPT_EACH_MS);
  }

  #tell(isShown: boolean): void {
    if (this.#isOutcomeTold) return;
    this.#isOutcomeTold = true;
    this.#marking.onShown(isShown);
  }
}

const LIST = '[aria-label="Conversation"]';
const BY_HAND = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

/** Where a hit stands in an item; null while it does not. */
function rangeOf(shown: ShownText, { hit, likeBefore }: FoundPlace): Range | null {
  // In a string of JSON it may be shown with escapes; and of a long hit, lines may be set apart.
  const forms = [hit.text, JSON.stringify(hit.text).slice(1, -1), hit.text.trim().split('\n', 1)[0] ?? ''];
  for (const form of forms) {
    if (form === '') continue;
    const start = nearestHit(shown.text, placesOf(shown.text, form), { ...hit, text: form }, likeBefore);
    const range = start < 0 ? null : shown.range(start, form.length);
    if (range) return range;
  }
  return null;
}

/** Most places of one text that are compared with a hit. */
const MAX_PLACES = 5_000;

function placesOf(text: string, form: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(form); at >= 0 && places.length < MAX_PLACES; at = text.indexOf(form, at + 1))
    places.push(at);
  return places;
}

function bringIntoView(range: Range): void {
  const { commonAncestorContainer: node } = range;
  let element = node instanceof Element ? node : node.parentElement;
  for (; element !== null; element = element.parentElement) {
    const isList = element.matches(LIST);
    const isBox =
      isList || element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
    if (!isBox) continue;
    const box = element.getBoundingClientRect();
    // Every scroll of a box around it moves it.
    const rect = range.getBoundingClientRect();
    const margin = Math.min(48, box.height / 8);
    if (rect.top < box.top + (isList ? margin : 0) || rect.bottom > box.bottom - (isList ? margin : 0))
      element.scrollTop += rect.top - box.top - box.height * ABOVE;
    if (rect.left < box.left || rect.right > box.right)
      element.scrollLeft += rect.left - box.left - box.width * ABOVE;
    if (isList) return;
  }
}
