import { describe, expect, it } from 'vitest';
import { NO_ABILITIES } from '../../../shared/model/abilities';
import type { SessionSummary } from '../../../shared/model/session';
import { fileToShow, type ReadFile, sessionToShow } from './active-file';

describe('fileToShow', () => {
  it('brings a file that was just opened to the front', () => {
    expect(fileToShow(['a'], ['a', 'b'], 'a')).toBe('b');
    expect(fileToShow([], ['a', 'b', 'c'], null)).toBe('c');
  });

  it('stays where it is when another file is closed or changes its state', () => {
    expect(fileToShow(['a', 'b', 'c'], ['a', 'c'], 'c')).toBe('c');
    expect(fileToShow(['a', 'b'], ['a', 'b'], 'a')).toBe('a');
  });

  it('shows the neighbour of a file that was closed', () => {
    expect(fileToShow(['a', 'b', 'c'], ['a', 'c'], 'b')).toBe('c');
    expect(fileToShow(['a', 'b', 'c'], ['a', 'b'], 'c')).toBe('b');
    expect(fileToShow(['a'], [], 'a')).toBe(null);
  });
});

describe('sessionToShow', () => {
  const session = (id: string, recency: number): SessionSummary => ({
    id,
    title: null,
    entryCount: 1,
    storedLeaf: null,
    lastWrittenAt: null,
    recency,
    commitCount: 0,
  });
  const file = (...sessions: SessionSummary[]): ReadFile => ({
    fileId: 'f',
    path: '/s.db',
    name: 's.db',
    generation: 1,
    status: 'open',
    change: null,
    isSample: false,
    summary: {
      path: '/s.db',
      format: 'vv-agent',
      formatVersion: '2',
      sizeBytes: 1,
      facts: [],
      sessions,
      sessionCount: sessions.length,
      problems: [],
      abilities: NO_ABILITIES,
    },
  });

  it('shows the session written last until another is chosen', () => {
    const store = file(session('old', 1), session('new', 0));
    expect(sessionToShow(store, undefined)?.id).toBe('new');
    expect(sessionToShow(store, 'old')?.id).toBe('old');
  });

  it('does not hold on to a session that a reload no longer finds', () => {
    expect(sessionToShow(file(session('new', 0)), 'gone')?.id).toBe('new');
    expect(sessionToShow(file(), 'gone')).toBe(null);
  });
});
