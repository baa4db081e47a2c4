import type { CanonicalFailure, CanonicalResult } from '../json/canonical';
import { canonicalJson } from '../json/canonical';
import type { Item } from './item';
import { itemNode } from './item';
import { normalizeItem } from './writer';

/** A running SHA-256. `hex` ends it; `copy` forks it, so that every prefix of a stream can be finished cheaply. */
export interface Hasher {
  /** Adds bytes; a string stands for its UTF-8 bytes. */
  update(data: string | Uint8Array): void;
  copy(): Hasher;
  /** 64 lower-case hex digits. */
  hex(): string;
}

/** Starts a SHA-256: the platform brings it in, since Node and the browser differ. */
export type NewHasher = () => Hasher;

/** The digest of a commit's items, or the reference's words for items that have none. */
export type DigestResult =
  | { readonly ok: true; readonly digest: string }
  | {
      readonly ok: false;
      readonly index: number;
      readonly failure: CanonicalFailure;
      readonly message: string;
    };

/** What is hashed, split so that it streams: RFC 8785 puts `items` before `schema_version`. */
const PAYLOAD_PREFIX = '{"items":[';
const PAYLOAD_SUFFIX = '],"schema_version":"vv-agent.session-commit.v1"}';

/** The id of the commit for a checkpoint key; any key is allowed, the empty one too. */
export function commitId(checkpointKey: string, newHasher: NewHasher): string {
  const hasher = newHasher();
  hasher.update(checkpointKey);
  return `vv-agent:checkpoint-v2:session:${hasher.hex()}`;
}

/** The payload digest of items about to be added: each is put in normal form first. */
export function payloadDigest(items: Iterable<Item>, newHasher: NewHasher): DigestResult {
  return digestOf(items, normalizeItem, newHasher);
}

/**
 * The payload digest of items as they are stored: `arguments` is hashed as the text it is, since other writers
 * spell numbers in it in their own way and their digests are good.
 */
export function storedPayloadDigest(items: Iterable<Item>, newHasher: NewHasher): DigestResult {
  return digestOf(items, (item) => item, newHasher);
}

/** The RFC 8785 text of an item, arguments as they stand, or what in it is outside I-JSON. */
export function canonicalItem(item: Item): CanonicalResult {
  return canonicalJson(itemNode(item));
}

/** The hash of a commit payload, fed item by item; it can be read after each. */
export class PayloadHash {
  readonly #hasher: Hasher;
  #isEmpty = true;

  constructor(newHasher: NewHasher) {
    this.#hasher = newHasher();
    this.#hasher.update(PAYLOAD_PREFIX);
  }

  /** Adds the canonical text of the next item. */
  add(canonicalText: string): void {
    // Apart from the text, which would be copied to put it in front.
    if (!this.#isEmpty) this.#hasher.update(',');
    this.#hasher.update(canonicalText);
    this.#isEmpty = false;
  }

  /** The payload digest of the items added so far; more may follow. */
  digest(): string {
    const hasher = this.#hasher.copy();
    hasher.update(PAYLOAD_SUFFIX);
    return hasher.hex();
  }
}

function digestOf(items: Iterable<Item>, prepare: (item: Item) => Item, newHasher: NewHasher): DigestResult {
  const hash = new PayloadHash(newHasher);
  let index = 0;
  for (const item of items) {
    const canonical = canonicalItem(prepare(item));
    if (!canonical.ok) return digestFailure(index, canonical);
    hash.add(canonical.json);
    index += 1;
  }
  return { ok: true, digest: hash.digest() };
}

/** What is said of the item at `index` that has no canonical text. */
export function digestFailure(
  index: number,
  failure: CanonicalFailure,
): DigestResult & { readonly ok: false } {
  const place = `session commit payload.items[${index}]${failure.path}`;
  const message = `checkpoint_definition_not_i_json: ${place} ${FAILURE_WORDS[failure.reason]}`;
  return { ok: false, index, failure, message };
}

const FAILURE_WORDS: Readonly<Record<CanonicalFailure['reason'], string>> = {
  'unsafe-integer': 'is outside the JSON-safe integer range',
  'not-finite': 'is not a finite JSON number',
  'lone-surrogate': 'holds half of a surrogate pair',
};
