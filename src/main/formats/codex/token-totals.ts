import { isNativeObject, type NativeObject, type NativeValue } from '../../../shared/json/native';

/** Where the counts of a thread stand, to tell new use of tokens from figures that were told before. */
export class TokenTotals {
  #total = 0;

  /** The tokens of a request by its own record; NaN where it does not say. */
  request({ usage, thread_token_usage: thread }: NativeObject): number {
    this.#total = Math.max(this.#total, totalOf(thread) || 0);
    return totalOf(usage);
  }

  /**
   * The tokens of the last request, where a count tells of one that was not counted yet; NaN else. Counts are repeated,
   * and after a compaction one tells an estimate in place of use.
   */
  count({ info }: NativeObject): number {
    if (!isNativeObject(info)) return Number.NaN;
    const total = totalOf(info.total_token_usage);
    if (!(total > this.#total)) return Number.NaN;
    this.#total = total;
    const last = info.last_token_usage;
    return isUse(last) ? totalOf(last) : Number.NaN;
  }

  /** Where they stand, to come back to by {@link restore}. */
  get total(): number {
    return this.#total;
  }

  restore(total: number): void {
    this.#total = total;
  }
}

function totalOf(usage: NativeValue | undefined): number {
  if (!isNativeObject(usage)) return Number.NaN;
  if (typeof usage.total_tokens === 'number') return usage.total_tokens;
  return numberOf(usage.input_tokens) + numberOf(usage.output_tokens);
}

function isUse(usage: NativeValue | undefined): boolean {
  return isNativeObject(usage) && numberOf(usage.input_tokens) + numberOf(usage.output_tokens) > 0;
}

function numberOf(value: NativeValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}
