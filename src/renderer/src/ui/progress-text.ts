import type { Progress } from '../../../shared/contract/state';
import { formatCount } from './number-format';

/** `12,000 of 100,000 entries`; without a total, what is done; empty before anything is. */
export function progressText({ done, total, unit }: Progress): string {
  if (total !== null) return `${formatCount(Math.round(done))} of ${formatCount(Math.round(total))} ${unit}`;
  return done > 0 ? `${formatCount(Math.round(done))} ${unit}` : '';
}
