import { describe, expect, it } from 'vitest';
import { BROKEN_PARENT, NO_PARENT } from '../model/heads';
import { replayTranscript, type TranscriptEntry, TranscriptReplay } from './transcript';

function plain(id: string, parentId: string | null): TranscriptEntry {
  return { id, parentId, leafMove: null };
}

function leaf(id: string, parentId: string | null, target: string | null): TranscriptEntry {
  return { id, parentId, leafMove: { target } };
}

describe('replayTranscript', () => {
  it.each<[string, TranscriptEntry[], string | null]>([
    ['no entries: no leaf', [], null],
    ['every entry becomes the active leaf', [plain('a', null), plain('b', 'a')], 'b'],
    ['a leaf entry moves it', [plain('a', null), plain('b', 'a'), leaf('l', 'b', 'a')], 'a'],
    ['a leaf entry may move it to none', [plain('a', null), leaf('l', 'a', null)], null],
    ['a leaf entry that targets itself is the active leaf', [plain('a', null), leaf('l', 'a', 'l')], 'l'],
    ['an entry after a move forks there', [plain('a', null), leaf('l', 'a', 'a'), plain('c', 'a')], 'c'],
    ['an entry that is its own parent passes', [plain('a', 'a')], 'a'],
    ['ids are only names', [plain('__proto__', null), plain('toString', '__proto__')], 'toString'],
  ])('%s', (_what, entries, activeLeaf) => {
    expect(replayTranscript(entries)).toEqual({ ok: true, activeLeaf });
  });

  it.each<[TranscriptEntry[], string]>([
    [[plain('a', null), plain('a', 'b')], 'session transcript contains duplicate entry id'],
    [[plain('a', 'b'), plain('b', null)], 'session transcript contains dangling parent reference'],
    [[plain('a', '')], 'session transcript contains dangling parent reference'],
    [[plain('a', null), leaf('l', 'x', 'y')], 'session transcript contains dangling parent reference'],
    [[plain('a', null), leaf('l', 'a', 'y')], 'session transcript contains dangling leaf target'],
    [[leaf('l', null, '')], 'session transcript contains dangling leaf target'],
  ])('refuses %j', (entries, message) => {
    expect(replayTranscript(entries)).toEqual({
      ok: false,
      error: { code: 'corrupted', message, detail: '' },
    });
  });
});

describe('TranscriptReplay goes on where theway stops', () => {
  it('gives a duplicate a row of its own, and its children to the first', () => {
    const replay = new TranscriptReplay();
    replay.push(plain('a', null));
    expect(replay.push(plain('a', null))).toEqual({
      row: 1,
      parentRow: NO_PARENT,
      faults: ['duplicate-entry-id'],
    });
    expect(replay.push(plain('b', 'a'))).toEqual({ row: 2, parentRow: 0, faults: [] });
  });

  it('draws a dangling parent and a self-parent as breaks', () => {
    const replay = new TranscriptReplay();
    expect(replay.push(plain('a', 'later'))).toEqual({
      row: 0,
      parentRow: BROKEN_PARENT,
      faults: ['dangling-parent'],
    });
    expect(replay.push(plain('b', 'b'))).toEqual({
      row: 1,
      parentRow: BROKEN_PARENT,
      faults: ['own-parent'],
    });
    expect(replay.push(plain('later', null)).faults).toEqual([]);
  });

  it('has no active leaf after a move to nowhere or one that cannot be read, until the next entry', () => {
    const replay = new TranscriptReplay();
    replay.push(plain('a', null));
    expect(replay.push(leaf('l', 'a', 'x')).faults).toEqual(['dangling-leaf-target']);
    expect(replay.activeLeaf).toBeNull();
    replay.push(plain('b', 'a'));
    expect(replay.activeLeaf).toBe('b');
    replay.push({ id: 'm', parentId: 'b', leafMove: 'unreadable' });
    expect(replay.activeLeaf).toBeNull();
    expect(replay.rowOf(replay.activeLeaf)).toBe(-1);
  });
});
