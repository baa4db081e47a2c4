/** How a time is printed: hour and minute, how long ago, or in full. */
export type TimeStyle = 'clock' | 'ago' | 'full';

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const full = new Intl.DateTimeFormat('en', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
});
const date = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', day: 'numeric' });

/** A time for its title: in the user's time zone, which is named, and in UTC. */
export function timeTitle(timeMs: number): string {
  return `${full.format(timeMs)}\n${new Date(timeMs).toISOString().replace('T', ' ').replace('Z', ' UTC')}`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A time in the user's time zone; `nowMs` is what `ago` counts from. Both in milliseconds since 1970. */
export function formatTime(timeMs: number, style: TimeStyle, nowMs: number): string {
  switch (style) {
    case 'clock':
      return clock.format(timeMs);
    case 'full':
      return full.format(timeMs);
    case 'ago':
      return formatAgo(timeMs, nowMs);
  }
}

function formatAgo(timeMs: number, nowMs: number): string {
  const age = nowMs - timeMs;
  // A clock that ran ahead is no reason to print a negative age.
  if (age < MINUTE_MS) return age < -DAY_MS ? date.format(timeMs) : 'now';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h`;
  if (age < 30 * DAY_MS) return `${Math.floor(age / DAY_MS)} d`;
  return date.format(timeMs);
}
