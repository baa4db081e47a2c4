import { makeSession } from '../staged-session';
import { entryOf, METADATA } from './sessions';

// A program that makes a session file and never gets to its end: node clone-child.mjs FOLDER. It tells its parent once
// it is in the middle of it, to be killed there.

function* endless() {
  yield entryOf({ type: 'session_info', id: 'a', parentId: null, timestamp: 't' });
  process.send?.('half-way');
  for (let n = 1; ; n += 1)
    yield entryOf({ type: 'session_info', id: String(n), parentId: 'a', timestamp: 't' });
}

makeSession({ toDir: process.argv[2] ?? '', metadata: () => METADATA, entries: endless() });
