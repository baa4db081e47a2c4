import path from 'node:path';
import { type BrowserWindow, dialog } from 'electron';
import { fail, ok, type Result } from '../../shared/contract/errors';
import type { LinkOutcome } from '../../shared/contract/state';
import { type EntryLink, parseEntryLink } from '../../shared/links/entry-link';
import { isArchiveName } from './archives';

interface EntryLinksParts {
  window(): BrowserWindow | null;
  /** Whether a file is open, or was opened before. */
  isKnown(file: string): boolean;
  /** Opens a file, or comes back to it; gives its id, whether it could be opened or not. */
  openFile(file: string): Promise<string>;
  /** Tells the page that there is something to take. */
  onOutcome(): void;
}

/**
 * Links to entries (`ramify://open?…`): a file is opened as if it had been chosen, and the page is told which session
 * and entry to show. They can do nothing else.
 */
export class EntryLinks {
  readonly #parts: EntryLinksParts;
  /** What the page has not taken yet: it may still be loading. */
  #outcomes: LinkOutcome[] = [];

  constructor(parts: EntryLinksParts) {
    this.#parts = parts;
  }

  /** Follows a link that came from outside, by a start or from the system; why it was refused is for the page to say. */
  async follow(text: string): Promise<void> {
    const link = readLink(text);
    if (link.ok) await this.#open(link.value);
    else this.#tell({ status: 'refused', message: link.error.message });
  }

  /** Follows a link the user put in; asks before a file is opened that was never open. */
  async followTyped(text: string): Promise<Result<null>> {
    const link = readLink(text);
    if (!link.ok) return link;
    return this.#openIfAgreed(link.value, this.#parts.isKnown(link.value.file));
  }

  /** Follows a link in the text of a session, if the user agrees to what is shown. */
  async followFromText(text: string): Promise<Result<null>> {
    const link = readLink(text);
    return link.ok ? this.#openIfAgreed(link.value, false) : link;
  }

  /** What the page has not heard of yet, once. */
  take(): LinkOutcome[] {
    const outcomes = this.#outcomes;
    this.#outcomes = [];
    return outcomes;
  }

  async #openIfAgreed(link: EntryLink, isAgreed: boolean): Promise<Result<null>> {
    if (isAgreed || (await this.#ask(link))) await this.#open(link);
    return ok(null);
  }

  async #open({ file, sessionId, entryId }: EntryLink): Promise<void> {
    const fileId = await this.#parts.openFile(file);
    this.#tell({ status: 'found', fileId, sessionId, entryId });
  }

  #tell(outcome: LinkOutcome): void {
    this.#outcomes.push(outcome);
    this.#parts.onOutcome();
  }

  async #ask({ file, sessionId, entryId }: EntryLink): Promise<boolean> {
    const window = this.#parts.window();
    if (!window) return false;
    const places = [
      ['Session', sessionId],
      ['Entry', entryId],
    ] as const;
    const detail = places.flatMap(([name, id]) => (id === null ? [] : [`${name}: ${shown(id)}`]));
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message: 'Open the file this link leads to?',
      detail: [shown(file), ...detail].join('\n'),
      buttons: ['Open', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    });
    return response === 0;
  }
}

/** Reads a link, which must lead to a session on this system. */
function readLink(text: string): Result<EntryLink> {
  const link = parseEntryLink(text);
  if (!link.ok) return link;
  const { file } = link.value;
  if (!path.isAbsolute(file))
    return fail('invalid-input', 'The path in this link is not one of this system.');
  if (isArchiveName(file))
    return fail('invalid-input', 'This link leads to an archive, which is imported, not opened.');
  return ok({ ...link.value, file: path.resolve(file) });
}

const MAX_SHOWN_CHARS = 1000;

/** A name as a system's dialog may show it: what is invisible or turns text around is spelled out. */
function shown(name: string): string {
  const cut = name.length > MAX_SHOWN_CHARS ? `${name.slice(0, MAX_SHOWN_CHARS)}…` : name;
  return cut.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}
