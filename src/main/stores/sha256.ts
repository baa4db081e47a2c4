import { createHash, type Hash } from 'node:crypto';
import type { Hasher } from '../../shared/vv-agent/digest';

/** Starts a SHA-256 of Node's; its copies are cheap, so every prefix of a stream can be finished. */
export function newSha256(): Hasher {
  return new Sha256(createHash('sha256'));
}

/** A class, since one is made for every item that is attributed. */
class Sha256 implements Hasher {
  readonly #hash: Hash;

  constructor(hash: Hash) {
    this.#hash = hash;
  }

  update(data: string | Uint8Array): void {
    this.#hash.update(data);
  }

  copy(): Hasher {
    return new Sha256(this.#hash.copy());
  }

  hex(): string {
    return this.#hash.digest('hex');
  }
}
