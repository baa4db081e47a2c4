import { fail, ok, type Result } from '../contract/errors';

/** What a link names: a file, a session in it, and an entry of that session. */
export interface EntryLink {
  /** Absolute path of the file, in the spelling of its system. */
  readonly file: string;
  /** Null for the session that the file shows by itself. */
  readonly sessionId: string | null;
  /** Null for none; only where a session is named. */
  readonly entryId: string | null;
}

/** Most UTF-16 code units a link has. */
export const MAX_ENTRY_LINK_CHARS = 8192;

/** What a link starts with: the one thing a link can ask for is to open what it names. */
const PREFIX = /^ramify:\/\/open\/?\?/i;
const PARAMETERS: ReadonlySet<string> = new Set(['file', 'session', 'entry']);

/** Whether a text means to be a link of this app, sound or not. */
export function isEntryLink(text: string): boolean {
  return /^\s*ramify:/i.test(text);
}

/**
 * Writes a link: `ramify://open?file=…&session=…&entry=…`, each value percent-encoded. Null where that is not possible:
 * it would be too long, the path is none that a link may have, or a name holds what is no Unicode text.
 */
export function entryLinkText(link: EntryLink): string | null {
  const { file, sessionId, entryId } = link;
  const values = [
    ['file', file],
    ['session', sessionId],
    ['entry', entryId],
  ] as const;
  let text: string;
  try {
    text = values
      .flatMap(([name, value]) => (value === null ? [] : [`${name}=${encodeURIComponent(value)}`]))
      .join('&');
  } catch {
    // Half of a surrogate pair has no encoding.
    return null;
  }
  const whole = `ramify://open?${text}`;
  return parseEntryLink(whole).ok ? whole : null;
}

/**
 * Reads a link, strictly: what is not written as {@link entryLinkText} writes it is refused with a sentence for people,
 * as `invalid-input`. Reads nothing but the text; whether the file is there shows when it is opened.
 */
export function parseEntryLink(text: string): Result<EntryLink> {
  const trimmed = text.length > MAX_ENTRY_LINK_CHARS * 2 ? text : text.trim();
  if (trimmed.length > MAX_ENTRY_LINK_CHARS)
    return refuse('This link is longer than a link of Ramify can be.');
  if (!PREFIX.test(trimmed))
    return refuse('A link of Ramify starts with ramify://open?file= and nothing else.');
  // Everything but plain ASCII is percent-encoded: what is read is what is seen.
  if (/[^\x21-\x7e]/.test(trimmed)) return refuse('This link holds characters that a link does not have.');
  if (trimmed.includes('#')) return refuse('A link of Ramify has no part after a #.');
  const values = new Map<string, string>();
  for (const part of trimmed.replace(PREFIX, '').split('&')) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(at, 0));
    if (!PARAMETERS.has(name)) return refuse('This link asks for more than opening a file.');
    if (values.has(name)) return refuse(`This link names its ${name} twice.`);
    const value = decoded(part.slice(at + 1));
    if (value === null) return refuse('This link is not encoded as a link has to be.');
    values.set(name, value);
  }
  return checked(values);
}

function checked(values: ReadonlyMap<string, string>): Result<EntryLink> {
  const file = values.get('file') ?? '';
  const sessionId = values.get('session') ?? null;
  const entryId = values.get('entry') ?? null;
  if (file === '') return refuse('This link names no file.');
  const problem = pathProblem(file);
  if (problem !== null) return refuse(problem);
  if (entryId !== null && sessionId === null)
    return refuse('This link names an entry, but not the session it is in.');
  return ok({ file, sessionId, entryId });
}

/** Why a path may not stand in a link; null when it may. */
function pathProblem(file: string): string | null {
  if (/\p{Cc}/u.test(file)) return 'The file name in this link holds control characters.';
  // Windows signs in to whatever server such a path names, with the name and password of the user.
  if (/^[\\/]{2}/.test(file)) return 'This link leads to another computer, which a link may not.';
  const isWindows = /^[a-z]:[\\/]/i.test(file);
  if (!isWindows && !file.startsWith('/')) return 'A link names its file by the whole path, from the root.';
  const steps = file.split(isWindows ? /[\\/]/ : '/');
  if (steps.includes('..') || steps.includes('.'))
    return 'A link names its file without . or .. in the path.';
  return null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function refuse(message: string): Result<never> {
  return fail('invalid-input', message);
}
