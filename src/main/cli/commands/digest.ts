import { readFileSync } from 'node:fs';
import { isJsonArray } from '../../../shared/json/node';
import { commitId, payloadDigest } from '../../../shared/vv-agent/digest';
import type { Item } from '../../../shared/vv-agent/item';
import { describeJsonError, parsePayload } from '../../../shared/vv-agent/payload-json';
import { readItemNodeStrict } from '../../../shared/vv-agent/strict-reader';
import { newSha256 } from '../../integrity/sha256';
import { failed, type Outcome, printed } from '../outcome';

/** `ramify digest`: the payload digest of a JSON array of items, in a file or on standard input (`-`). */
export function digest(file: string): Outcome {
  const text = readText(file);
  if (!text.ok) return failed(`${file}: ${text.message}`);
  const parsed = parsePayload(text.value);
  if (!parsed.ok) return failed(`${file}: not JSON: ${describeJsonError(parsed.error)}`);
  if (!isJsonArray(parsed.node)) return failed(`${file}: not an array of items.`);
  const items: Item[] = [];
  for (const [at, node] of parsed.node.items.entries()) {
    const read = readItemNodeStrict(node);
    if (!read.ok) return failed(`${file}: items[${at}]: ${read.message}`);
    items.push(read.item);
  }
  const result = payloadDigest(items, newSha256);
  return result.ok ? printed(`${result.digest}\n`) : failed(`${file}: ${result.message}`);
}

/** `ramify commit-id`: the commit id of a checkpoint key. */
export function printCommitId(key: string): Outcome {
  return printed(`${commitId(key, newSha256)}\n`);
}

function readText(file: string): { ok: true; value: string } | { ok: false; message: string } {
  try {
    const bytes = readFileSync(file === '-' ? 0 : file);
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    // A system error has its code; what is left is a text that is not UTF-8.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return {
      ok: false,
      message: code === 'ENOENT' ? 'there is no such file.' : `cannot be read as text (${code}).`,
    };
  }
}
