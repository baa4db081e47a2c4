import { describe, expect, it } from 'vitest';
import { chooseFallback, choosePlan, isOneState, type PlanLimits } from './plan';
import type { FileStamp, Survey } from './survey';

const LIMITS: PlanLimits = { hasUriNames: true, memoryBytes: 1000, isRoot: false };

function stamp(sizeBytes: number, mtimeNs = 1n, ino = 1n): FileStamp {
  return { sizeBytes, mtimeNs, ino };
}

function found(
  parts: Partial<Survey> = {},
  journalMode: 'wal' | 'rollback' | 'unknown' = 'rollback',
): Survey {
  return {
    path: '/folder/session.db',
    main: stamp(5000),
    header: { journalMode, pageSizeBytes: 4096, changeCounter: 1, pageCount: 1 },
    wal: null,
    walSalts: '',
    shm: null,
    journal: null,
    isJournalLive: false,
    ...parts,
  };
}

describe('the plan', () => {
  it('is the file itself only where SQLite neither makes nor touches a file beside it', () => {
    expect(choosePlan(found(), LIMITS)).toEqual({ how: 'in-place' });
    expect(choosePlan(found({ wal: stamp(0) }), LIMITS)).toEqual({ how: 'immutable' });
    expect(choosePlan(found({}, 'wal'), LIMITS)).toEqual({ how: 'immutable' });
    expect(choosePlan(found({}, 'unknown'), LIMITS)).toEqual({ how: 'immutable' });
    expect(choosePlan(found({ journal: stamp(0) }), LIMITS)).toEqual({ how: 'in-place' });
    expect(choosePlan(found({ journal: stamp(0) }), { ...LIMITS, isRoot: true })).toEqual({
      how: 'immutable',
    });
  });

  it('is memory for what is small, and a copy for what is large where nothing else is left', () => {
    expect(choosePlan(found({ main: stamp(1000) }, 'wal'), LIMITS)).toEqual({ how: 'memory' });
    expect(choosePlan(found({}, 'wal'), { ...LIMITS, hasUriNames: false })).toEqual({
      how: 'copy',
      sideFiles: [],
    });
  });

  it('is a copy with every side file that holds something, however small', () => {
    const journal = { journal: stamp(512), isJournalLive: true };
    expect(choosePlan(found({ main: stamp(1), wal: stamp(1) }, 'wal'), LIMITS)).toEqual({
      how: 'copy',
      sideFiles: ['-wal'],
    });
    expect(choosePlan(found(journal), LIMITS)).toEqual({ how: 'copy', sideFiles: ['-journal'] });
    expect(choosePlan(found({ ...journal, wal: stamp(1) }), LIMITS)).toEqual({
      how: 'copy',
      sideFiles: ['-journal', '-wal'],
    });
  });

  it('falls back on the file beside its writer only where that adds no file', () => {
    expect(chooseFallback(found({ wal: stamp(9), shm: stamp(9) }, 'wal'), LIMITS)).toBe(
      'in-place-per-request',
    );
    expect(chooseFallback(found({ wal: stamp(9) }, 'wal'), LIMITS)).toBeNull();
    expect(chooseFallback(found({}, 'wal'), LIMITS)).toBeNull();
    expect(chooseFallback(found({ journal: stamp(9), isJournalLive: true }), LIMITS)).toBe('in-place');
    expect(
      chooseFallback(found({ path: '/folder/a ', wal: stamp(9), shm: stamp(9) }, 'wal'), LIMITS),
    ).toBeNull();
  });
});

describe('what was copied is one state', () => {
  const wal = { wal: stamp(9), walSalts: 'a' };
  const journal = { journal: stamp(9), isJournalLive: true };
  it.each<[string, Partial<Survey>, Partial<Survey>, boolean]>([
    ['when nothing changed', {}, {}, true],
    ['not when the main file was written', {}, { main: stamp(5000, 2n) }, false],
    ['not when the main file was replaced', {}, { main: stamp(5000, 1n, 2n) }, false],
    ['when the log grew', wal, { ...wal, wal: stamp(10, 2n) }, true],
    ['not when the log was restarted', wal, { ...wal, walSalts: 'b' }, false],
    ['not when the log shrank', wal, { ...wal, wal: stamp(8) }, false],
    ['not when the log went away or appeared', wal, {}, false],
    ['when an empty log appeared', {}, { wal: stamp(0) }, true],
    ['not when the journal was written', journal, { ...journal, journal: stamp(9, 2n) }, false],
    ['not when the journal was finished', journal, { ...journal, isJournalLive: false }, false],
  ])('%s', (_, before, after, expected) => {
    expect(isOneState(found(before), found(after))).toBe(expected);
  });

  it('not when SQLite counted a change that the clock was too coarse to show', () => {
    const header = { journalMode: 'rollback', pageSizeBytes: 4096, changeCounter: 2, pageCount: 1 } as const;
    expect(isOneState(found(), found({ header }))).toBe(false);
  });
});
