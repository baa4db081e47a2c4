import { commitId, payloadDigest } from '../../../shared/vv-agent/digest';
import { readItemList } from '../../../shared/vv-agent/item-list';
import { newSha256 } from '../../stores/sha256';
import { readInput } from '../input-text';
import { failed, type Outcome, printed } from '../outcome';

/** `ramify digest`: the payload digest of a JSON array of items, in a file or on standard input (`-`). */
export function digest(file: string): Outcome {
  const text = readInput(file);
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
