import { openSqliteSession } from '../sqlite-session';
import { entryOf } from './sessions';

// A program that appends to a session as an agent would: node append-child.mjs FILE NAME BATCHES SIZE. Each batch is a
// chain of its own; each entry names its program, its batch and its place in it.

const [file = '', name = '', batches = '0', size = '0'] = process.argv.slice(2);
const session = openSqliteSession(file, { busyTimeoutMs: 60_000 });
// Both programs are there before either begins.
process.send?.('ready');
process.once('message', () => {
  for (let batch = 0; batch < Number(batches); batch += 1) {
    let parentId: string | null = null;
    const entries = Array.from({ length: Number(size) }, (_, place) => {
      const id = `${name} ${batch} ${place}`;
      const entry = entryOf({ type: 'custom', id, parentId, timestamp: 't', customType: 'test' });
      parentId = id;
      return entry;
    });
    session.appendAll(entries);
    session.edit({ kind: 'label', entryId: `${name} ${batch} 0`, text: name });
  }
  session.close();
  process.disconnect();
});
