const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });
const full = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
});

/** `10:02` in local time; empty for NaN, and for a time beyond what a calendar holds. */
export function formatClock(timeMs: number): string {
  return isCalendarTime(timeMs) ? clock.format(timeMs) : '';
}

/** `3 Mar 2026` as the reader's language orders it; empty as above. */
export function formatDay(timeMs: number): string {
  return isCalendarTime(timeMs) ? day.format(timeMs) : '';
}

/** Day, time to the second and time zone; empty as above. */
export function formatFullTime(timeMs: number): string {
  return isCalendarTime(timeMs) ? full.format(timeMs) : '';
}

/** A `Date` holds 100,000,000 days around 1970 (ECMAScript 21.4.1.1); files may say anything. */
function isCalendarTime(timeMs: number): boolean {
  return Math.abs(timeMs) <= 8.64e15;
}
