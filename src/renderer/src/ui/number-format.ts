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
