import { describe, expect, it } from 'vitest';
import { parseCommand } from './arguments';

describe('a command line', () => {
  it('names a command, its argument and its options, in any order', () => {
    expect(parseCommand(['show', '--leaf', 'b2', 'a.db', '--json', '--session=s'])).toEqual({
      ok: true,
      command: { name: 'show', path: 'a.db', sessionId: 's', leafId: 'b2', json: true },
    });
    expect(parseCommand(['inspect', 'a.db'])).toEqual({
      ok: true,
      command: { name: 'inspect', path: 'a.db', json: false },
    });
  });

  it('may name a path that begins with a dash after a double dash, and standard input with one', () => {
    expect(parseCommand(['verify', '--', '--json'])).toMatchObject({ ok: true, command: { path: '--json' } });
    expect(parseCommand(['digest', '-'])).toMatchObject({ ok: true, command: { path: '-' } });
  });

  it('takes an empty checkpoint key', () => {
    expect(parseCommand(['commit-id', ''])).toEqual({ ok: true, command: { name: 'commit-id', key: '' } });
  });

  it.each([
    [[], 'A command is missing.'],
    [['constructor', 'x'], 'Unknown command: constructor'],
    [['tree'], 'tree: PATH is missing.'],
    [['tree', 'a', 'b'], 'tree takes one PATH.'],
    [['verify', 'a', '--leaf', 'x'], 'verify has no option --leaf.'],
    [['digest', 'a', '--json'], 'digest has no option --json.'],
  ])('that is wrong is refused with a sentence: %j', (words, message) => {
    expect(parseCommand(words)).toEqual({ ok: false, message });
  });

  it('with an option that does not exist, or lacks its value, is refused', () => {
    expect(parseCommand(['show', 'a', '--no'])).toMatchObject({ ok: false });
    expect(parseCommand(['show', 'a', '--leaf'])).toMatchObject({ ok: false });
  });
});
