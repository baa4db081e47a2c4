import { type CommitName, type EditPreview, MAX_PREVIEWED_ITEMS } from '../../shared/contract/editing';
import { hasLoneSurrogate } from '../../shared/json/unicode';
import { commitId } from '../../shared/vv-agent/digest';
import type { Item } from '../../shared/vv-agent/item';
import { readItemList } from '../../shared/vv-agent/item-list';
import { prepareCommit } from '../../shared/vv-agent/prepare-items';
import { newSha256 } from '../stores/sha256';
import { SessionStoreError } from '../stores/store-error';

/** Longest part of a payload in a preview, in UTF-16 code units. */
const MAX_PREVIEW_CHARS = 20_000;

/** The items of a JSON array that somebody wrote, by the strict rules; throws `invalid-item` for the first that breaks one. */
export function readItems(itemsText: string): readonly Item[] {
  const read = readItemList(itemsText);
  if (read.ok) return read.items;
  throw new SessionStoreError('invalid-item', atIndex(read.index, read.message));
}

/** The id a commit is named by. Throws `invalid-input` for a key that has no UTF-8 form, and so no hash of its own. */
export function commitIdOf(commit: CommitName): string {
  if (commit.type === 'id') return commit.commitId;
  if (hasLoneSurrogate(commit.key))
    throw new SessionStoreError('invalid-input', 'A checkpoint key must be well-formed Unicode text.');
  return commitId(commit.key, newSha256);
}

/** What a text of items would become, the store left out. */
export function previewItems(itemsText: string, commit: CommitName | null): EditPreview {
  const read = readItemList(itemsText);
  const prepared = read.ok ? prepareCommit(read.items, newSha256) : read;
  const about = { commitId: commit === null ? null : commitIdOf(commit), meets: null };
  if (!prepared.ok) {
    const { index, message } = prepared;
    const nothing = { itemCount: 0, payloads: [], digest: null, digestProblem: null };
    return { ...about, ...nothing, problem: { index, message } };
  }
  const { payloads, digest } = prepared;
  return {
    ...about,
    itemCount: payloads.length,
    payloads: payloads.slice(0, MAX_PREVIEWED_ITEMS).map(cutText),
    problem: null,
    digest: digest.ok ? digest.digest : null,
    digestProblem: digest.ok ? null : digest.message,
  };
}

/** A stored text for a dialog. */
export function cutText(text: string): { text: string; totalChars: number } {
  return { text: text.slice(0, MAX_PREVIEW_CHARS), totalChars: text.length };
}

function atIndex(index: number | null, message: string): string {
  return index === null ? message : `items[${index}]: ${message}`;
}
