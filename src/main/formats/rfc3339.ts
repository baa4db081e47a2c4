const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Milliseconds since 1970 of an RFC 3339 time; NaN for any other text, which is then shown as it is. */
export function rfc3339Ms(text: string | null): number {
  return text !== null && RFC_3339.test(text) ? Date.parse(text.toUpperCase().replace(' ', 'T')) : Number.NaN;
}
