const ALLOWED_PROTOCOLS: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:']);

/** The address to open, or null for anything that is not a plain web or mail address. */
export function safeLink(text: string): string | null {
  // The URL parser drops tabs, newlines and leading controls: `java\nscript:` reads as `javascript:`.
  // A text that holds any of them is not what its reader sees, so it is refused before parsing.
  if (/[\p{Cc}\p{Cf}\s]/u.test(text)) return null;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!ALLOWED_PROTOCOLS.has(url.protocol)) return null;
  // `https://bank.example@evil.example` shows one host and opens another.
  if (url.username !== '' || url.password !== '') return null;
  return url.href;
}
