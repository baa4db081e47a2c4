import { type Arguments, numberOf, own, parseArguments } from './arguments';

/** The details of a result, out of their JSON; what an agent keeps in a `metadata` of them counts as details too. */
export function detailsIn(text: string): readonly Arguments[] {
  const details = parseArguments(text);
  if (details === null) return [];
  const inner = objectIn(details, 'metadata');
  return inner === null ? [details] : [details, inner];
}

/** How long a call took, in milliseconds, where an agent stored that; null where none did. */
export function storedDurationMs(details: readonly Arguments[]): number | null {
  for (const part of details) {
    const seconds = numberOf(part, 'durationSeconds', 'duration_seconds');
    const told = numberOf(part, 'durationMs', 'duration_ms', 'totalDurationMs');
    const durationMs = told ?? (seconds === null ? timeBetween(part) : seconds * 1000);
    if (durationMs !== null && durationMs >= 0) return durationMs;
  }
  return null;
}

/** From the start to the end that stand in `time`, both in milliseconds. */
function timeBetween(details: Arguments): number | null {
  const time = objectIn(details, 'time');
  if (time === null) return null;
  const [start, end] = [numberOf(time, 'start'), numberOf(time, 'end')];
  return start === null || end === null ? null : end - start;
}

function objectIn(details: Arguments, name: string): Arguments | null {
  const value = own(details, name);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : null;
}
