import { SCHEMA_VERSION } from '../../shared/vv-agent/schema';
import { readLayout } from '../formats/vv-agent/layout';
import {
  commitsTable,
  GROUP_BY_SESSION,
  itemsTable,
  keyColumns,
  sessionKeyOf,
} from '../formats/vv-agent/session-key';
import type { RowReader } from '../sqlite/types';

/** Whether this is the name that stands for a session whose id is no proper text: what it names is another id. */
export function isStandIn(rows: RowReader, name: string): boolean {
  // All of them end so, and only then is it worth going through the sessions.
  if (!name.endsWith(']')) return false;
  const layout = readLayout(rows, SCHEMA_VERSION);
  if (layout === null) return false;
  return [itemsTable(layout), commitsTable(layout)].some((table) => {
    const sql = `SELECT ${keyColumns(table)} FROM ${table.name} ${GROUP_BY_SESSION}`;
    for (const row of rows.iterate(sql)) {
      const { id, problem } = sessionKeyOf(rows, row, table);
      if (problem !== null && id === name) return true;
    }
    return false;
  });
}
