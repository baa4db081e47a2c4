import { describe, expect, it } from 'vitest';
import { parseCommand } from './arguments';

const EITHER = 'commit takes either --commit-id ID or --checkpoint-key KEY.';

describe('a command line', () => {
  it('names a command, its argument and its options, in any order', () => {
    expect(parseCommand(['show', '--leaf', 'b2', 'a.db', '--json', '--session=s'])).toEqual({
      ok: true,
      command: { name: 'show', path: 'a.db', prefix: null, sessionId: 's', leafId: 'b2', json: true },
    });
    expect(parseCommand(['inspect', 'a.db'])).toEqual({
      ok: true,
      command: { name: 'inspect', path: 'a.db', prefix: null, json: false },
    });
  });

  it('may name a path that begins with a dash after a double dash, and standard input with one', () => {
    expect(parseCommand(['verify', '--', '--json'])).toMatchObject({ ok: true, command: { path: '--json' } });
    expect(parseCommand(['digest', '-'])).toMatchObject({ ok: true, command: { path: '-' } });
  });

  it('takes an empty checkpoint key', () => {
    expect(parseCommand(['commit-id', ''])).toEqual({ ok: true, command: { name: 'commit-id', key: '' } });
  });

  it('names a commit by its id or by its key, and either may be empty', () => {
    const words = ['commit', 's.db', '-', '--session', ''];
    expect(parseCommand([...words, '--checkpoint-key', ''])).toMatchObject({
      command: { sessionId: '', file: '-', commit: { type: 'checkpoint-key', key: '' }, digest: null },
    });
    expect(parseCommand([...words, '--commit-id', '', '--digest', 'd'])).toMatchObject({
      command: { commit: { type: 'id', commitId: '' }, digest: 'd', create: false },
    });
  });

  it.each([
    [[], 'A command is missing.'],
    [['constructor', 'x'], 'Unknown command: constructor'],
    [['tree'], 'tree: PATH is missing.'],
    [['tree', 'a', 'b'], 'tree takes PATH only.'],
    [['verify', 'a', '--leaf', 'x'], 'verify has no option --leaf.'],
    [['digest', 'a', '--json'], 'digest has no option --json.'],
    [['append', 's.db', '--session', 'x'], 'append: FILE is missing.'],
    [['append', 's.db', 'f', 'g', '--session', 'x'], 'append takes STORE and FILE only.'],
    [['pop', 's.db'], 'pop: --session ID is missing.'],
    [['commit', 's.db', '-', '--session', 'x'], EITHER],
    [['commit', 's.db', '-', '--session', 'x', '--commit-id', 'a', '--checkpoint-key', 'b'], EITHER],
    [['clear', 's.db', '--session', 'x', '--create'], 'clear has no option --create.'],
  ])('that is wrong is refused with a sentence: %j', (words, message) => {
    expect(parseCommand(words)).toEqual({ ok: false, message });
  });

  it('with an option that does not exist, or lacks its value, is refused', () => {
    expect(parseCommand(['show', 'a', '--no'])).toMatchObject({ ok: false });
    expect(parseCommand(['show', 'a', '--leaf'])).toMatchObject({ ok: false });
  });
});
