import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Labels } from '../../shared/theway/annotations';
import { leafMoveOf, type SessionEntry } from '../../shared/theway/session-entry';
import { replayTranscript } from '../../shared/theway/transcript';
import { makeFolders, type TestFolders } from '../sqlite/test-support/files';
import { forkSession } from './fork';
import type { Session, SessionReader } from './session';
import { openSqliteSession } from './sqlite-session';
import { transcripts } from './test-support/random-transcript';
import { OPENERS, type OpenSession } from './test-support/sessions';

/** A session in a folder of its own: each run makes a file of the same name. */
function written(
  open: OpenSession,
  entries: readonly SessionEntry[],
): { session: Session; folders: TestFolders } {
  const own = makeFolders();
  const session = open(own);
  session.appendAll(entries);
  return { session, folders: own };
}

function whatItSays(session: SessionReader) {
  const entries = [...session.entries()];
  return {
    payloads: entries.map(({ payload }) => payload),
    parents: entries.map(({ parentId }) => parentId),
    labels: entries.map(({ id }) => session.label(id)),
    leaf: session.activeLeafId(),
  };
}

function whatItMustSay(entries: readonly SessionEntry[]) {
  const replay = replayTranscript(entries.map((entry) => ({ ...entry, leafMove: leafMoveOf(entry) })));
  if (!replay.ok) throw new Error(replay.error.message);
  const labels = new Labels();
  for (const { type, object } of entries) if (type === 'label') labels.apply(object);
  return {
    payloads: entries.map(({ payload }) => payload),
    parents: entries.map(({ parentId }) => parentId),
    labels: entries.map(({ id }) => labels.of(id)),
    leaf: replay.activeLeaf,
  };
}

describe.each(OPENERS)('random transcripts %s', (_where, open: OpenSession) => {
  it('read as they were written: ids, parents, labels and leaf', () => {
    fc.assert(
      fc.property(transcripts(), (entries) => {
        const made = written(open, entries);
        try {
          expect(whatItSays(made.session)).toEqual(whatItMustSay(entries));
        } finally {
          made.session.close();
          made.folders.remove();
        }
      }),
      { numRuns: 60 },
    );
  });

  it('appended in several batches are the same as in one', () => {
    fc.assert(
      fc.property(transcripts(), fc.array(fc.nat({ max: 5 }), { maxLength: 20 }), (entries, sizes) => {
        const made = written(open, []);
        try {
          let at = 0;
          for (const size of [...sizes, entries.length]) {
            made.session.appendAll(entries.slice(at, at + size));
            at += size;
          }
          expect(whatItSays(made.session)).toEqual(whatItMustSay(entries));
        } finally {
          made.session.close();
          made.folders.remove();
        }
      }),
      { numRuns: 30 },
    );
  });
});

it('a fork at any entry is the path to it, and is refused only where a leaf move leaves the path', () => {
  const [, [, inFile]] = OPENERS;
  fc.assert(
    fc.property(transcripts({ maxLength: 12 }), (entries) => {
      const made = written(inFile, entries);
      const toDir = made.folders.user;
      try {
        for (const { id } of entries) {
          const wanted = made.session.pathToRoot(id);
          const ids = new Set(wanted.map((entry) => entry.id));
          const isWhole = wanted.every((entry) => ids.has(leafMoveOf(entry)?.target ?? entry.id));
          if (!isWhole) {
            expect(() => forkSession(made.session, { at: id, toDir })).toThrow('dangling leaf target');
            continue;
          }
          const fork = openSqliteSession(forkSession(made.session, { at: id, toDir }), { quickCheck: false });
          try {
            expect([...fork.entries()]).toEqual(wanted);
          } finally {
            fork.close();
          }
        }
      } finally {
        made.session.close();
        made.folders.remove();
      }
    }),
    { numRuns: 8 },
  );
});
