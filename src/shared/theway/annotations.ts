import { textField } from '../content/fields';
import type { JsonObject } from '../json/node';
import { ownCopy } from '../text/own-copy';
import { trimWhiteSpace } from '../text/white-space';

/** The name a `session_info` entry gives, trimmed; null when it gives none or a blank one. Contract, section 2. */
export function nameGiven(entry: JsonObject): string | null {
  const name = trimWhiteSpace(textField(entry, 'name') ?? '');
  return name === '' ? null : name;
}

/**
 * The labels of a transcript: per target the latest, in append order, over all branches. A label that is
 * absent or no string clears; an empty one is a label. Targets need not exist. Contract, sections 1 and 2.
 */
export class Labels {
  readonly #byTarget = new Map<string, string>();

  /** Takes the next `label` entry; one without a target says nothing. */
  apply(entry: JsonObject): void {
    const target = textField(entry, 'targetId');
    if (target === null) return;
    const label = textField(entry, 'label');
    if (label === null) this.#byTarget.delete(target);
    else this.#byTarget.set(ownCopy(target), ownCopy(label));
  }

  /** The label of an entry; null when it has none. */
  of(target: string): string | null {
    return this.#byTarget.get(target) ?? null;
  }

  entries(): IterableIterator<[target: string, label: string]> {
    return this.#byTarget.entries();
  }
}
