import { describe, expect, it } from 'vitest';
import type { OpenFile, RecentFile } from '../../../../shared/contract/state';
import { NO_ABILITIES } from '../../../../shared/model/abilities';
import { type LibraryRow, libraryRows } from './library-rows';

const session = (id: string, title: string | null, recency: number) => ({
  id,
  title,
  entryCount: 3,
  storedLeaf: null,
  lastWrittenAt: null,
  recency,
  commitCount: 0,
});

function store(
  name: string,
  sessions: ReturnType<typeof session>[],
  sessionCount = sessions.length,
): OpenFile {
  return {
    fileId: name,
    path: `/stores/${name}`,
    name,
    generation: 1,
    status: 'open',
    change: null,
    isSample: false,
    summary: {
      path: `/stores/${name}`,
      format: 'vv-agent',
      formatVersion: '2',
      sizeBytes: 1,
      facts: [],
      sessions,
      sessionCount,
      problems: [],
      abilities: NO_ABILITIES,
    },
  };
}

const recent = (name: string): RecentFile => ({
  path: `/stores/${name}`,
  name,
  folder: '~/stores',
  openedAt: '2026-01-01T00:00:00Z',
});

const alpha = store('alpha.db', [session('s1', 'Rate limiter', 1), session('s2', 'Fix flaky test', 0)]);
const beta = store('beta.db', [session('s3', null, 0)]);
const nothingFolded = new Set<string>();

function words(rows: readonly LibraryRow[]): string[] {
  return rows.map(word);
}

function word(row: LibraryRow): string {
  switch (row.type) {
    case 'folder':
      return `${row.folder.name}/`;
    case 'file':
      return row.file.name;
    case 'session':
      return `  ${row.session.title ?? row.session.id}`;
    case 'unlisted':
      return `  ${row.count} more`;
    case 'recents':
      return 'Recent';
    case 'recent':
      return `  ${row.recent.name}`;
  }
}

describe('libraryRows', () => {
  it('lists files with their sessions, the one written last first, then closed recent files', () => {
    const recents = [recent('alpha.db'), recent('old.db')];
    const rows = libraryRows({ files: [alpha, beta], recents, filter: '', folded: nothingFolded });
    expect(words(rows)).toEqual([
      'alpha.db',
      '  Fix flaky test',
      '  Rate limiter',
      'beta.db',
      '  s3',
      'Recent',
      '  old.db',
    ]);
  });

  it('hides the sessions of a folded file until a filter looks for them', () => {
    const input = { files: [alpha], recents: [], folded: new Set(['alpha.db']) };
    expect(words(libraryRows({ ...input, filter: '' }))).toEqual(['alpha.db']);
    expect(words(libraryRows({ ...input, filter: 'LIMITER rate' }))).toEqual(['alpha.db', '  Rate limiter']);
  });

  it('keeps all sessions of a file whose own name is looked for', () => {
    const rows = libraryRows({ files: [alpha, beta], recents: [], filter: 'beta', folded: nothingFolded });
    expect(words(rows)).toEqual(['beta.db', '  s3']);
  });

  it('keeps files that are not open in the list, and says when sessions are not listed', () => {
    const failed: OpenFile = {
      fileId: 'f',
      path: '/gone',
      name: 'gone',
      generation: 1,
      status: 'failed',
      error: { code: 'not-found', message: 'There is no such file.', detail: null },
    };
    const large = store('large.db', [session('s4', 'One', 0)], 20_001);
    const rows = libraryRows({ files: [failed, large], recents: [], filter: '', folded: nothingFolded });
    expect(words(rows)).toEqual(['gone', 'large.db', '  One', '  20000 more']);
  });

  it('gives positions within each level for screen readers', () => {
    const rows = libraryRows({
      files: [alpha, beta],
      recents: [recent('x')],
      filter: '',
      folded: nothingFolded,
    });
    const places = rows.flatMap((row) => (row.type === 'unlisted' ? [] : [[row.position, row.setSize]]));
    expect(places).toEqual([
      [1, 3],
      [1, 2],
      [2, 2],
      [2, 3],
      [1, 1],
      [3, 3],
      [1, 1],
    ]);
  });
});
