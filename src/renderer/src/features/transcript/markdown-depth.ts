/** Quotes or list items opened on one line, one inside the other. People stop at a handful. */
const MANY_MARKERS = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){50}/m;
/** Indentation by which a list would nest as deep over many lines. */
const FAR_IN = /^[ \t]{200}[ \t]*\S/m;

/** Whether Markdown opens so many levels that the parser, which recurses, would fail on it. */
export function nestsTooDeep(text: string): boolean {
  return MANY_MARKERS.test(text) || FAR_IN.test(text);
}
