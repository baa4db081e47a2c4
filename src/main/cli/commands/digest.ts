import { readFileSync } from 'node:fs';
import { commitId, payloadDigest } from '../../../shared/vv-agent/digest';
import { readItemList } from '../../../shared/vv-agent/item-list';
import { newSha256 } from '../../stores/sha256';
import { failed, type Outcome, printed } from '../outcome';

/** `ramify digest`: the payload digest of a JSON array of items, in a file or on standard input (`-`). */
export function digest(file: string): Outcome {
  const text = readText(file);
  if (!text.ok) return failed(`${file}: ${text.message}`);
  const list = readItemList(text.value);
  if (!list.ok)
    return failed(`${file}: ${list.index === null ? '' : `items[${list.index}]: `}${list.message}`);
  const result = payloadDigest(list.items, newSha256);
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
