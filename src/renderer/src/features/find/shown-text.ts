/** A stretch of a text node, or an element that stands for one character. */
interface Piece {
  readonly node: Text | Element;
  /** Place in the whole text, in UTF-16 code units. */
  readonly start: number;
  readonly length: number;
}

/** The text of a session that an element shows, as one string, and where each place of it stands on the page. */
export class ShownText {
  readonly text: string;
  readonly #pieces: readonly Piece[];

  private constructor(text: string, pieces: readonly Piece[]) {
    this.text = text;
    this.#pieces = pieces;
  }

  /** Reads what came out of a file: it stands in isolates of its own, apart from the words of the window. */
  static of(root: Element): ShownText {
    const pieces: Piece[] = [];
    let text = '';
    let last: Element | null = null;
    for (const isolate of root.querySelectorAll('bdi')) {
      if (isolate.parentElement?.closest('bdi')) continue;
      const block = isolate.closest(BLOCKS);
      // Words of two paragraphs do not run into each other.
      if (last !== null) text += block === last ? '' : '\n\n';
      // Lines of code are isolates one after the other, with the line breaks between them.
      if (last === block && isolate.previousSibling instanceof Text) text += isolate.previousSibling.data;
      last = block;
      const walker = document.createTreeWalker(isolate, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const isIn = node.parentElement?.dataset.codePoint !== undefined;
        if (isIn || !(node instanceof Text || node instanceof HTMLElement)) continue;
        const shown = node instanceof Text ? node.data : characterOf(node);
        if (shown === '') continue;
        pieces.push({ node, start: text.length, length: shown.length });
        text += shown;
      }
    }
    return new ShownText(text, pieces);
  }

  /** The range on the page of a stretch; null where there is none, as between two paragraphs. */
  range(start: number, length: number): Range | null {
    const first = this.#pieceAt(start);
    const last = this.#pieceAt(start + length - 1);
    if (first === undefined || last === undefined) return null;
    const range = document.createRange();
    if (first.node instanceof Text) range.setStart(first.node, start - first.start);
    else range.setStartBefore(first.node);
    if (last.node instanceof Text) range.setEnd(last.node, start + length - last.start);
    else range.setEndAfter(last.node);
    return range;
  }

  #pieceAt(place: number): Piece | undefined {
    let low = 0;
    let high = this.#pieces.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const piece = this.#pieces[middle];
      if (piece === undefined) return undefined;
      if (place < piece.start) high = middle - 1;
      else if (place >= piece.start + piece.length) low = middle + 1;
      else return piece;
    }
    return undefined;
  }
}

/** What a text of its own stands in. */
const BLOCKS = 'p, pre, li, td, th, dd, dt, h1, h2, h3, h4, h5, h6, button, div, article, blockquote';

/** A hidden character is drawn as its number; empty for every other element. */
function characterOf(element: HTMLElement): string {
  const { codePoint } = element.dataset;
  return codePoint === undefined ? '' : String.fromCodePoint(Number(codePoint));
}
