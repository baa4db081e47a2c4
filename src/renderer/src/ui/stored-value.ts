/** A small value kept over restarts in the window's local storage; the default when it is missing or damaged. */
export function readStored<T>(key: string, parse: (value: unknown) => T | null, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (parse(JSON.parse(text)) ?? fallback);
  } catch {
    return fallback;
  }
}

/** Keeps a value; a full or forbidden storage only means that it is forgotten on the next start. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing depends on it.
  }
}
