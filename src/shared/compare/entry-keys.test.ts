import { describe, expect, it } from 'vitest';
import type { Block } from '../model/body';
import type { EntryKind } from '../model/kind';
import { bodyOf } from '../tree/test-support/body';
import { type AnsweredCall, entryKeys } from './entry-keys';

const text = (words: string): Block => ({ type: 'text', text: words, totalChars: words.length });
const call = (callId: string, args: string): Block => ({
  type: 'tool_call',
  callId,
  name: 'bash',
  argumentsText: { text: args, totalChars: args.length },
  asString: false,
});
const result = (callId: string): Block => ({ type: 'tool_result', callId, name: null, isError: false });

const keys = (kind: EntryKind, blocks: Block[], answered: AnsweredCall | null = null) =>
  entryKeys(kind, bodyOf(0, blocks), answered, (words) => `#${words}`);

describe('the keys of an entry', () => {
  it('are the same for copies that differ in ids, times and counts only', () => {
    const copy = { ...bodyOf(7, [text('a'), call('c2', '{}')]), timestamp: 'later', parentId: 'x' };
    expect(entryKeys('assistant', copy, null, (words) => `#${words}`)).toEqual(
      keys('assistant', [text('a'), call('c1', '{}')]),
    );
  });

  it('tell calls of one tool apart by their arguments, and only in the stricter keys', () => {
    const [a, b] = [keys('assistant', [call('c', '{"x":1}')]), keys('assistant', [call('c', '{"x":2}')])];
    expect(a.act).not.toBe(b.act);
    expect(a.role).toBe(b.role);
    const other = keys('assistant', [text('Said first.'), call('c', '{"x":1}')]);
    expect(other.act).toBe(a.act);
    expect(other.whole).not.toBe(a.whole);
  });

  it('bring together answers that begin with one tool, whatever they call after it', () => {
    const one = keys('assistant', [call('c1', '{"x":1}')]);
    const two = keys('assistant', [call('c1', '{"x":2}'), { ...call('c2', '{}'), name: 'read' } as Block]);
    expect(two.role).toBe(one.role);
    const other = keys('assistant', [{ ...call('c1', '{"x":1}'), name: 'read' } as Block]);
    expect(other.role).not.toBe(one.role);
  });

  it('bring no two different pieces of bookkeeping together', () => {
    const [a, b] = [keys('label', [text('first')]), keys('label', [text('second')])];
    expect(a.role).not.toBe(b.role);
    expect(keys('label', [text('first')]).role).toBe(a.role);
  });

  it('of a result are those of the call it answers', () => {
    const answered = { name: 'bash', argumentsHash: 'h' };
    const a = keys('tool_result', [result('c1'), text('ok')], answered);
    const b = keys('tool_result', [result('c2'), text('failed')], answered);
    expect(a.act).toBe(b.act);
    expect(a.whole).not.toBe(b.whole);
    expect(keys('tool_result', [result('c2')]).role).not.toBe(a.role);
  });

  it('of messages without tools differ by what they say, and are of one role', () => {
    const [a, b] = [keys('user', [text('a')]), keys('user', [text('b')])];
    expect(a.act).not.toBe(b.act);
    expect(a.role).toBe(b.role);
    expect(keys('system', [text('a')]).role).not.toBe(a.role);
    expect(keys('user', [text('\ud800')]).whole).not.toBe(keys('user', [text('\udfff')]).whole);
  });

  it('of bookkeeping are what it says', () => {
    const labelled = (name: string) => ({ ...bodyOf(0, []), facts: [{ name: 'Label', value: name }] });
    const hash = (words: string) => words;
    expect(entryKeys('label', labelled('a'), null, hash).whole).not.toBe(
      entryKeys('label', labelled('b'), null, hash).whole,
    );
    expect(entryKeys('user', labelled('a'), null, hash)).toEqual(
      entryKeys('user', labelled('b'), null, hash),
    );
  });
});
