const counts = new Intl.NumberFormat('en');

/** `12,345`. */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** `1 entry`, `2,000 entries`; `plural` only where adding an s does not do. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** `812`, `18.2k`, `1.4M`: for counts where three digits are enough. */
export function formatShort(count: number): string {
  // From 999,500 on, thousands would round to `1000k`.
  if (count >= 999_500) return `${trimmed(count / 1_000_000)}M`;
  if (count >= 1000) return `${trimmed(count / 1000)}k`;
  return String(Math.round(count));
}

/** `0 B`, `812 B`, `4.2 kB`, `1.3 GB`, in decimal units as file managers print them. */
export function formatBytes(sizeBytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = sizeBytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : trimmed(value)} ${units[unit]}`;
}

function trimmed(value: number): string {
  return value >= 99.95 ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, '');
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** `0.4 s`, `12 s`, `3 min 5 s`, `2 h 7 min`: how long something took. */
export function formatDuration(ms: number): string {
  if (ms < 10 * SECOND_MS) return `${(ms / SECOND_MS).toFixed(1)} s`;
  if (ms < MINUTE_MS) return `${Math.round(ms / SECOND_MS)} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min ${Math.floor((ms % MINUTE_MS) / SECOND_MS)} s`;
  return `${Math.floor(ms / HOUR_MS)} h ${Math.floor((ms % HOUR_MS) / MINUTE_MS)} min`;
}
