/** V8 makes slices from this length on; a shorter part of a text is a copy anyway. */
const MIN_SLICE_LENGTH = 13;

/**
 * The same text with memory of its own. A part cut out of a text keeps the whole text alive, so what is kept of a record
 * beyond its reading, an id or a name, must be copied: else every record stays in memory. Strings that `JSON.parse`
 * gave are copies already; those of the lossless parser are parts of its text.
 */
export function ownCopy(text: string): string {
  // JSON keeps every UTF-16 unit, halves of surrogate pairs included; UTF-8 would not.
  return text.length < MIN_SLICE_LENGTH ? text : String(JSON.parse(JSON.stringify(text)));
}
