import fc from 'fast-check';
import type { SessionEntry } from '../../../shared/theway/session-entry';
import { entryOf } from './sessions';

/** One step of a random transcript: which of the entries before it it hangs on and names, and what it is. */
interface Step {
  readonly id: string;
  readonly parent: number;
  readonly target: number;
  readonly type: 'message' | 'label' | 'leaf' | 'session_info' | 'custom';
  readonly text: string;
  readonly extra: string;
}

/** Sound transcripts of any shape: forests, leaf moves back, to none and to themselves, odd ids, odd numbers. */
export function transcripts({ maxLength = 40 } = {}): fc.Arbitrary<SessionEntry[]> {
  const step = fc.record({
    id: fc.oneof(
      fc.uuid(),
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.constantFrom('__proto__', ' ', '\u0000', 'a'),
    ),
    parent: fc.integer({ min: -1, max: 1000 }),
    target: fc.integer({ min: -1, max: 1000 }),
    type: fc.constantFrom('message', 'label', 'leaf', 'session_info', 'custom'),
    text: fc.string({ unit: 'binary' }),
    extra: fc.constantFrom(
      '1.0',
      '-0',
      '1e400',
      '12345678901234567890',
      'null',
      '{"a":1,"a":2}',
      '"\\ud800"',
    ),
  } satisfies { [Key in keyof Step]: fc.Arbitrary<Step[Key]> });
  return fc.uniqueArray(step, { maxLength, selector: ({ id }) => id }).map(build);
}

function build(steps: readonly Step[]): SessionEntry[] {
  const ids: string[] = [];
  return steps.map((step) => {
    const parentId = pick(ids, step.parent);
    ids.push(step.id);
    const fields = {
      type: step.type,
      id: step.id,
      parentId,
      timestamp: 't',
      ...fieldsOf(step, pick(ids, step.target)),
    };
    // As text: as JavaScript's numbers these would not survive.
    return entryOf(`${JSON.stringify(fields).slice(0, -1)},"extra":${step.extra}}`);
  });
}

function fieldsOf({ type, text }: Step, target: string | null): Readonly<Record<string, unknown>> {
  switch (type) {
    case 'message':
      return { message: { role: 'user', content: text } };
    case 'label':
      return { targetId: target ?? 'nothing', label: text.length % 3 === 0 ? null : text };
    case 'leaf':
      return { targetId: target };
    case 'session_info':
      return { name: text };
    case 'custom':
      return { customType: text };
  }
}

/** One of the ids so far; null for -1, or where there are none. */
function pick(ids: readonly string[], at: number): string | null {
  return at < 0 ? null : (ids[at % ids.length] ?? null);
}
