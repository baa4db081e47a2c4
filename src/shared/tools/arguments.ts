/** The arguments of a tool call, or the details of its result: what a JSON text held, read by field names. */
export type Arguments = Readonly<Record<string, unknown>>;

/** No arguments, or none that are an object. */
export const NO_ARGUMENTS: Arguments = {};

/**
 * The object a JSON text holds; null when it holds none, or is no JSON. Some agents store the text of an object as a
 * string: then that is read. For showing only: numbers are doubles, and of doubled keys the last counts.
 */
export function parseArguments(text: string): Arguments | null {
  const value = parsed(text);
  const inner = typeof value === 'string' ? parsed(value) : value;
  return isRecord(inner) ? inner : null;
}

/** The first of some fields that is a text; null when none is. */
export function textOf(args: Arguments, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = own(args, name);
    if (typeof value === 'string') return value;
  }
  return null;
}

/** The first of some fields that is a number. */
export function numberOf(args: Arguments, ...names: readonly string[]): number | null {
  for (const name of names) {
    const value = own(args, name);
    if (typeof value === 'number') return value;
  }
  return null;
}

/** The objects of the first of some fields that is a list of them, or the text of such a list. */
export function listOf(args: Arguments, ...names: readonly string[]): readonly Arguments[] {
  for (const name of names) {
    const value = own(args, name);
    const list = typeof value === 'string' && value.startsWith('[') ? parsed(value) : value;
    if (Array.isArray(list)) return list.filter(isRecord);
  }
  return [];
}

/** A field, if it is the object's own. */
export function own(args: Arguments, name: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

/** Whether a value is an object and no list. */
function isRecord(value: unknown): value is Arguments {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
