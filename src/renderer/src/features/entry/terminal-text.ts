/** The eight colours of a terminal, by their numbers of ECMA-48; its bright ones are drawn the same. */
type TerminalColour = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

interface TerminalStyle {
  readonly colour: TerminalColour | null;
  readonly background: TerminalColour | null;
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
}

/** A piece of a program's output, and how a terminal would set it. */
export interface TerminalSpan extends TerminalStyle {
  readonly text: string;
}

/** Select Graphic Rendition: colours and weights (ECMA-48 8.3.117). Everything else a terminal obeys stays visible. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
const GRAPHIC_CODE = /\u001b\[([0-9;:]*)m/g;
/** Above this many pieces the output is set without its colours: each is an element of the page. */
const MAX_SPANS = 2_000;

const PLAIN: TerminalStyle = {
  colour: null,
  background: null,
  isBold: false,
  isDim: false,
  isItalic: false,
  isUnderlined: false,
};

/** Splits an output at its colour codes, which are taken out; all other codes stay in the text, to be seen. */
export function terminalSpans(text: string): readonly TerminalSpan[] {
  const spans: TerminalSpan[] = [];
  let style = PLAIN;
  let from = 0;
  for (const found of text.matchAll(GRAPHIC_CODE)) {
    add(spans, text.slice(from, found.index), style);
    style = styleAfter(style, found[1] ?? '');
    from = found.index + found[0].length;
    if (spans.length >= MAX_SPANS) return [{ ...PLAIN, text: withoutColourCodes(text) }];
  }
  add(spans, text.slice(from), style);
  return spans;
}

/** An output as it is without its colour codes. */
export function withoutColourCodes(text: string): string {
  return text.replace(GRAPHIC_CODE, '');
}

function add(spans: TerminalSpan[], text: string, style: TerminalStyle): void {
  if (text !== '') spans.push({ ...style, text });
}

/** The style after a code: its parameters one by one, an empty one meaning 0. Those that are not known change nothing. */
function styleAfter(style: TerminalStyle, parameters: string): TerminalStyle {
  const codes = parameters.split(/[;:]/).map(Number);
  let next = style;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) {
      const [colour, length] = extendedColour(codes.slice(at + 1));
      next = code === 38 ? { ...next, colour } : { ...next, background: colour };
      at += length;
    } else {
      next = { ...(code === 0 ? PLAIN : next), ...changeOf(code) };
    }
  }
  return next;
}

function changeOf(code: number): Partial<TerminalStyle> {
  switch (code) {
    case 1:
      return { isBold: true };
    case 2:
      return { isDim: true };
    case 3:
      return { isItalic: true };
    case 4:
      return { isUnderlined: true };
    case 22:
      return { isBold: false, isDim: false };
    case 23:
      return { isItalic: false };
    case 24:
      return { isUnderlined: false };
    case 39:
      return { colour: null };
    case 49:
      return { background: null };
  }
  const colour = (code % 10) as TerminalColour; // of the ranges below 0 to 7
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) return { colour };
  if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) return { background: colour };
  return {};
}

/** What follows 38 or 48: `5;n` or `2;r;g;b`, as the nearest of the eight colours, and how many parameters it took. */
function extendedColour([mode, ...rest]: readonly number[]): readonly [TerminalColour | null, number] {
  if (mode === 5) return [paletteColour(rest[0] ?? 0), 2];
  if (mode === 2) return [nearestColour(rest[0] ?? 0, rest[1] ?? 0, rest[2] ?? 0), 4];
  return [null, 1];
}

/** One of 256: eight colours twice, a cube of six steps a side, then greys. */
function paletteColour(index: number): TerminalColour | null {
  if (index < 16) return (index % 8) as TerminalColour;
  if (index >= 232) return null;
  const cube = index - 16;
  return nearestColour(Math.floor(cube / 36) * 51, (Math.floor(cube / 6) % 6) * 51, (cube % 6) * 51);
}

/** Greys are the colour of the text: what is grey on a terminal's black need not be seen on our ground. */
function nearestColour(red: number, green: number, blue: number): TerminalColour | null {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  if (most - least < 40) return null;
  const middle = (most + least) / 2;
  // Bits as in the numbers of the colours: red 1, green 2, blue 4.
  return ((red > middle ? 1 : 0) | (green > middle ? 2 : 0) | (blue > middle ? 4 : 0)) as TerminalColour;
}
