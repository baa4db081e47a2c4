import type { Body } from '../../../shared/model/body';
import { BROKEN_PARENT } from '../../../shared/model/heads';
import type { SessionSummary } from '../../../shared/model/session';
import { findBranches } from '../../../shared/tree/branches';
import { layoutLanes } from '../../../shared/tree/lanes';
import type { SessionIndex } from '../../../shared/tree/session-index';
import { pathTo, treeShape } from '../../../shared/tree/shape';
import { twoWriterForks } from '../../../shared/tree/two-writers';
import type { Printable } from '../json-document';
import { type Outcome, printed, printedAs, schemaOf } from '../outcome';
import { printableLine } from '../plain-text';
import { chooseSession, type FileContext, valueOr } from '../with-session';

/** `ramify tree`: all entries of a session in stored order, as a document; for people, drawn with lanes. */
export async function tree(context: FileContext, sessionId: string | null, json: boolean): Promise<Outcome> {
  const session = chooseSession(context.summary, sessionId);
  const index = valueOr(await context.reader.index(session.id));
  if (!json) return printed(drawTree(index));
  const entries = await describeEntries(context, session, index);
  return printedAs(
    true,
    () => ({
      schema: schemaOf('tree'),
      path: context.summary.path,
      sessionId: session.id,
      storedLeaf: storedLeafOf(index),
      entries,
    }),
    () => '',
  );
}

/** Id of the leaf the file names; null when it names none. */
function storedLeafOf(index: SessionIndex): string | null {
  const row = index.end?.storedLeafRow ?? -1;
  return row < 0 ? null : index.id(row);
}

async function describeEntries(
  { reader }: FileContext,
  session: SessionSummary,
  index: SessionIndex,
): Promise<Printable[]> {
  const isActive = activeRows(index);
  const entries: Printable[] = [];
  const rows = Array.from({ length: index.count }, (_, row) => row);
  for await (const bodies of reader.bodies(session.id, rows)) {
    for (const body of valueOr(bodies)) entries.push(describeEntry(body, index, isActive[body.row] === 1));
  }
  return entries;
}

function describeEntry(body: Body, index: SessionIndex, onActivePath: boolean): Printable {
  const { id, parentId, type, timestamp } = body;
  return {
    id,
    parentId,
    kind: index.kind(body.row),
    type,
    timestamp,
    preview: index.preview(body.row),
    onActivePath,
  };
}

function activeRows(index: SessionIndex): Uint8Array {
  const isActive = new Uint8Array(index.count);
  for (const row of pathTo(index.parents, index.end?.storedLeafRow ?? -1)) isActive[row] = 1;
  return isActive;
}

function drawTree(index: SessionIndex): string {
  const layout = layoutLanes(treeShape(index.parents));
  const isActive = activeRows(index);
  const leaf = index.end?.storedLeafRow ?? -1;
  const labels = new Map(index.end?.labels.map(({ row, text }) => [row, text]));
  const twoWriters = new Set(twoWriterForks(index.parents, index.kinds));
  const lines: string[] = [];
  for (const row of layout.rowAt) {
    const parent = index.parent(row);
    const lane = layout.lane[row] ?? 0;
    const branchesOff = parent >= 0 && layout.outer[row] === parent && lane > (layout.lane[parent] ?? 0);
    const graph = branchesOff ? `${'│ '.repeat(lane - 1)}├─` : '│ '.repeat(lane);
    const tools = index.toolNames(row);
    const label = labels.get(row);
    const words = [
      index.kind(row),
      tools === '' ? '' : `[${tools}]`,
      index.hasFlag(row, 'error') ? '(error)' : '',
      index.preview(row),
      label === undefined ? '' : `⚑ ${label}`,
      twoWriters.has(row) ? '(two writers)' : '',
      parent === BROKEN_PARENT ? '(break: its parent is not in this file)' : '',
      row === leaf ? '← stored leaf' : '',
    ];
    lines.push(
      `${graph}${isActive[row] === 1 ? '●' : '○'} ${printableLine(`${index.id(row)} ${words.filter(Boolean).join(' ')}`)}`,
    );
  }
  const branches = findBranches(index.parents, index.kinds).tips.length;
  lines.push(`${counted(index.count, 'entry', 'entries')}, ${counted(branches, 'branch', 'branches')}`);
  return `${lines.join('\n')}\n`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
