import { createHash, type Hash } from 'node:crypto';
import type { Hasher } from '../../shared/vv-agent/digest';

/** Starts a SHA-256 of Node's; its copies are cheap, so every prefix of a stream can be finished. */
export function newSha256(): Hasher {
  return hasherOver(createHash('sha256'));
}

function hasherOver(hash: Hash): Hasher {
  return {
    update: (data) => void hash.update(data),
    copy: () => hasherOver(hash.copy()),
    hex: () => hash.digest('hex'),
  };
}
