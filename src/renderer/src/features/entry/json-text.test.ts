import { describe, expect, it } from 'vitest';
import { formatJson, mainArgument } from './json-text';

describe('JSON set out on lines', () => {
  it('keeps digits that a JavaScript number would lose, and doubled keys', () => {
    expect(formatJson('{"a":18446744073709551615,"b":1.0,"a":1e400}')).toBe(
      '{\n  "a": 18446744073709551615,\n  "b": 1.0,\n  "a": 1e400\n}',
    );
  });

  it('is nothing for what is no JSON', () => {
    expect(formatJson('{"a":')).toBeNull();
  });
});

describe('the argument a call is recognised by', () => {
  it('is the telling one, wherever it stands', () => {
    expect(mainArgument('{"timeout":120,"description":"Runs tests","command":"npm test -- queue"}')).toBe(
      'npm test -- queue',
    );
    expect(mainArgument('{"old_string":"a","file_path":"src/a.ts"}')).toBe('src/a.ts');
    expect(mainArgument('{"command":["git","status"]}')).toBe('git status');
  });

  it('is else the first text, else the arguments as they are', () => {
    expect(mainArgument('{"n":1,"reason":"late"}')).toBe('late');
    expect(mainArgument('{"n":1.0}')).toBe('{"n":1.0}');
    expect(mainArgument('{}')).toBe('');
    expect(mainArgument('not JSON\n at all')).toBe('not JSON at all');
  });

  it('stays on one line and short', () => {
    const argument = mainArgument(`{"command":"${'x\\n'.repeat(500)}"}`);
    expect(argument).not.toContain('\n');
    expect(argument.length).toBeLessThanOrEqual(300);
  });
});
