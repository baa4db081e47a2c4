import { openForReading } from '../open';

// Run as a process of its own, by another user or to be killed: prints what it found as one line of JSON.
const [path = '', cacheDir = '', stay] = process.argv.slice(2);
const opened = await openForReading(path, { cacheDir });
const answer = opened.ok
  ? {
      opened: opened.db.facts.opened,
      rows: opened.db.read((rows) => rows.get('SELECT count(*) AS n FROM entries')?.n),
      check: opened.db.quickCheck(),
      hasChanged: opened.db.hasChanged(),
    }
  : { code: opened.code };
process.stdout.write(`${JSON.stringify(answer)}\n`);
if (stay === 'stay') setInterval(() => {}, 1000);
else if (opened.ok) opened.db.close();
