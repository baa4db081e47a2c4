import { type Arguments, listOf, textOf } from './arguments';

/** One replacement of a text by another, as a call asked for it. Either side may be empty: an insertion, a deletion. */
export interface TextPair {
  readonly before: string;
  readonly after: string;
}

/** How the tools of the known agents call the two sides. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['old_string', 'new_string'],
  ['oldString', 'newString'],
  ['oldText', 'newText'],
  ['old_str', 'new_str'],
  ['old_text', 'new_text'],
  ['search', 'replace'],
];

/** The replacements a call asks for: one of its own, and those of a list; both where a call has both. */
export function textPairs(args: Arguments): readonly TextPair[] {
  return [args, ...listOf(args, 'edits', 'changes', 'replacements')].flatMap((part) => pairOf(part) ?? []);
}

function pairOf(args: Arguments): TextPair | null {
  for (const [old, anew] of PAIRS) {
    const before = textOf(args, old);
    const after = textOf(args, anew);
    if (before !== null && after !== null) return { before, after };
  }
  return null;
}
