import { isDeepStrictEqual } from 'node:util';
import { printJson } from '../../shared/json/print';
import { type Item, itemNode } from '../../shared/vv-agent/item';
import type { Session, SessionStore } from './session-store';
import { SessionStoreError } from './store-error';

/** Two handles on one store. */
export interface Handles {
  readonly first: SessionStore;
  readonly second: SessionStore;
}

/** One rule that every store must keep. */
export interface ConformanceRule {
  /** What has to hold, as a sentence without its full stop. */
  readonly rule: string;
  /** What to say when it does not. */
  readonly failure: string;
  /** Whether it is a rule of stores with append-once or without; of all when absent. */
  readonly needs?: 'append-once' | 'no-append-once';
  /** Null when it holds; else what was found instead, which may be empty. What it throws is a failure too. */
  readonly check: (handles: Handles) => Promise<string | null>;
}

/** Holds when the items are those, field for field. */
export function sameItems(found: readonly (Item | undefined)[], wanted: readonly Item[]): string | null {
  if (isDeepStrictEqual(found.map(textOf), wanted.map(textOf))) return null;
  return `${found.length} items: ${found.map((item) => JSON.stringify(item?.content)).join(', ')}`;
}

/** Holds when the items of a session have these contents, in this order. */
export async function hasContents(session: Session, ...wanted: readonly string[]): Promise<string | null> {
  const found = (await session.getItems()).map(({ content }) => content);
  return isDeepStrictEqual(found, wanted) ? null : `it holds ${JSON.stringify(found)}`;
}

/** Holds when the value is that. */
export function same<T>(found: T, wanted: T): string | null {
  return found === wanted ? null : String(found);
}

/** Holds when the work fails with a code, and with a message that starts like that. */
export async function failsWith(
  work: Promise<unknown>,
  code: SessionStoreError['code'],
  message: string,
): Promise<string | null> {
  try {
    await work;
    return 'it did not fail';
  } catch (error) {
    if (!(error instanceof SessionStoreError)) throw error;
    const isRight = error.code === code && error.message.startsWith(message);
    return isRight ? null : `${error.code}: ${error.message}`;
  }
}

/** What the first thing says that does not hold; null when all hold. */
export async function all(...checks: readonly (() => Promise<string | null>)[]): Promise<string | null> {
  for (const check of checks) {
    const found = await check();
    if (found !== null) return found;
  }
  return null;
}

/** All that an item holds, as text: arguments word for word, which normal form would change. */
function textOf(item: Item | undefined): string {
  return item === undefined ? 'nothing' : printJson(itemNode(item));
}
