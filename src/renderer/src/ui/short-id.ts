/** The end of an id, enough to tell it from its neighbours: `…8fb0`. */
export function shortId(id: string): string {
  return id.length <= 8 ? id : `…${id.slice(-4)}`;
}

/** A long text without its middle, for ids that begin alike: `vv-agent:c…5edd3e`. `maxChars` in UTF-16 units. */
export function withoutMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const end = Math.floor((maxChars - 1) / 2);
  return `${text.slice(0, maxChars - 1 - end)}…${text.slice(-end)}`;
}
