// Another program with a database of its own open: told what to do by messages, so that a test can kill it half-way.
import Database from 'better-sqlite3';

const database = new Database(process.argv[2], { timeout: 5000 });

process.on('message', ({ id, sql, everyMs }) => {
  try {
    if (everyMs === undefined) database.exec(sql);
    else keepOn(sql, everyMs);
    process.send({ id });
  } catch (error) {
    process.send({ id, error: String(error) });
  }
});

function keepOn(sql, everyMs) {
  const again = () => {
    try {
      database.exec(sql);
    } catch (error) {
      if (error.code !== 'SQLITE_BUSY') throw error;
    }
    if (everyMs === 0) setImmediate(again);
    else setTimeout(again, everyMs);
  };
  again();
}
