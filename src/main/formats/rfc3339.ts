const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
/** What nearly every writer writes: UTC, with milliseconds or without. */
const UTC_SECONDS_LENGTH = '2026-01-02T03:04:05Z'.length;
const UTC_MILLISECONDS_LENGTH = '2026-01-02T03:04:05.678Z'.length;
const DATE_LENGTH = '2026-01-02T'.length;

/** Milliseconds since 1970 of an RFC 3339 time; NaN for any other text, which is then shown as it is. */
export function rfc3339Ms(text: string | null): number {
  if (text === null) return Number.NaN;
  const ms = utcMs(text);
  if (!Number.isNaN(ms)) return ms;
  return RFC_3339.test(text) ? Date.parse(text.toUpperCase().replace(' ', 'T')) : Number.NaN;
}

/** The day read last: the entries of a session come day by day. */
let day = { prefix: '', startMs: Number.NaN };

/** A time of one of the two common shapes, without a regular expression; NaN for any other. */
function utcMs(text: string): number {
  const { length } = text;
  if (length !== UTC_MILLISECONDS_LENGTH && length !== UTC_SECONDS_LENGTH) return Number.NaN;
  if (text.charCodeAt(length - 1) !== 0x5a || text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON)
    return Number.NaN;
  const hours = twoDigits(text, 11);
  const minutes = twoDigits(text, 14);
  const seconds = twoDigits(text, 17);
  if (!(hours < 24 && minutes < 60 && seconds < 60)) return Number.NaN;
  let ms = 0;
  if (length === UTC_MILLISECONDS_LENGTH) {
    if (text.charCodeAt(19) !== POINT) return Number.NaN;
    ms = twoDigits(text, 20) * 10 + digit(text, 22);
  }
  if (day.prefix === '' || !text.startsWith(day.prefix)) {
    const prefix = text.slice(0, DATE_LENGTH);
    if (!/^\d{4}-\d\d-\d\dT$/.test(prefix)) return Number.NaN;
    day = { prefix, startMs: Date.parse(`${prefix}00:00:00Z`) };
  }
  return day.startMs + ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms;
}

const COLON = 0x3a;
const POINT = 0x2e;

function twoDigits(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
}

function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 0x30;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}
