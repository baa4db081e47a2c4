/** The end of an id, enough to tell it from its neighbours: `…8fb0`. */
export function shortId(id: string): string {
  return id.length <= 8 ? id : `…${id.slice(-4)}`;
}
