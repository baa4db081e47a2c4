/** A piece of JSON text that goes into a document as it stands, so that the digits of its numbers stay. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a printed document is made of. */
export type Printable =
  | string
  | number
  | boolean
  | null
  | JsonText
  | readonly Printable[]
  | { readonly [key: string]: Printable };

/** Prints a value as one line of JSON. */
export function printDocument(value: Printable): string {
  return escapeForTerminal(print(value));
}

function print(value: Printable): string {
  if (value instanceof JsonText) return value.text;
  if (isList(value)) return `[${value.map(print).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${print(member)}`)
    .join(',')}}`;
}

function isList(value: Printable): value is readonly Printable[] {
  return Array.isArray(value);
}

/**
 * Escapes what a terminal would act on or show in another order: DEL, C1 controls, line separators
 * and bidirectional controls. Outside of strings JSON has none of them.
 */
function escapeForTerminal(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
