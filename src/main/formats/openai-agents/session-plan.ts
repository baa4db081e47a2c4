import type { HeadsEnd } from '../../../shared/model/heads';
import type { Finding } from '../../../shared/model/report';
import type { ReadDatabase } from '../../sqlite/types';
import { ChangeGuard } from '../change-guard';
import { unwrap } from '../database-error';
import { MAX_PAGE_ROWS } from '../read-limits';
import { boundedColumn, quoteId } from '../stored-id';
import type { MessageId, MessageTable } from './message-table';
import { MessageTree } from './message-tree';
import type { SessionKey } from './session-key';
import { readStructure, type StructureRows } from './structure-rows';
import { readTurnUsage, type TurnUsage } from './turn-usage';

/** What a session consists of, before any message of it is read. */
export interface SessionPlan {
  readonly tree: MessageTree;
  /** Names of the branches, in the order in which they began; empty for a session without. */
  readonly branches: readonly string[];
  /** -1 for a session without messages. */
  readonly leafRow: number;
  /** The ends of the branches by name, where there are several. */
  readonly labels: HeadsEnd['labels'];
  /** The first row that no branch has; all that follow are of that kind. */
  readonly firstUnplaced: number;
  /** What turns took, by the row of the answer that ended them. */
  readonly usage: ReadonlyMap<number, readonly TurnUsage[]>;
  /** Of the session as a whole. */
  readonly findings: readonly Finding[];
}

/** Branches that are named in one sentence. */
const MAX_NAMED = 20;

/** Finds the tree of a session. Throws `DatabaseError` where the file changes meanwhile. */
export function planSession(db: ReadDatabase, table: MessageTable, session: SessionKey): SessionPlan {
  const guard = new ChangeGuard(db);
  const structure = readStructure(db, session, () => guard.check());
  const ids = messageIds(table, session, guard);
  if (structure.count === 0) return chainOf(db, session, structure, ids);
  const usage = new TurnEnds(readTurnUsage(db, session));
  const tree = new MessageTree();
  const tips: number[] = structure.branches.map(() => -1);
  let leafRow = -1;
  for (const row of structure.inOrder()) {
    leafRow = tree.follow(tips[row.branch] ?? -1, row);
    tips[row.branch] = leafRow;
    usage.note(structure.branches[row.branch] ?? '', row.turn, leafRow, row.isAnswer);
  }
  const firstUnplaced = tree.count;
  let before = -1;
  for (const id of ids) if (!tree.has(id)) before = tree.setApart(id, before);
  return {
    tree,
    branches: structure.branches,
    leafRow,
    labels: structure.branches.length > 1 ? labelsOf(structure.branches, tips) : [],
    firstUnplaced,
    usage: usage.rows(),
    findings: [
      ...orphanFinding(structure),
      ...usage.findings(),
      ...clearedFinding(db, session),
      ...emptyBranches(db, session, structure.branches),
    ],
  };
}

function chainOf(
  db: ReadDatabase,
  session: SessionKey,
  structure: StructureRows,
  ids: Iterable<MessageId>,
): SessionPlan {
  const tree = new MessageTree();
  for (const id of ids) tree.append(id);
  return {
    tree,
    branches: [],
    leafRow: tree.count - 1,
    labels: [],
    firstUnplaced: tree.count,
    usage: new Map(),
    findings: [
      ...orphanFinding(structure),
      ...clearedFinding(db, session),
      ...emptyBranches(db, session, []),
    ],
  };
}

function* messageIds(table: MessageTable, session: SessionKey, guard: ChangeGuard): Generator<MessageId> {
  let after: MessageId | null = null;
  for (;;) {
    const page: MessageId[] = table.idsAfter(session, after);
    guard.check();
    yield* page;
    after = page.at(-1) ?? null;
    if (page.length < MAX_PAGE_ROWS || after === null) return;
  }
}

/** Several branches may end at one entry: those that were begun and not gone on with. */
function labelsOf(branches: readonly string[], tips: readonly number[]): HeadsEnd['labels'] {
  const names = new Map<number, string>();
  tips.forEach((row, at) => {
    const before = names.get(row);
    const name = branches[at] ?? '';
    names.set(row, before === undefined ? name : `${before}, ${name}`);
  });
  return [...names]
    .map(([row, text]) => ({ row, text: text.slice(0, 1000) }))
    .sort((left, right) => left.row - right.row);
}

/** Finds the entry that ended a turn: the last answer of it, else its last message. */
class TurnEnds {
  readonly #turns = new Map<string, { readonly usage: TurnUsage; answer: number; last: number }>();

  constructor(usage: readonly TurnUsage[]) {
    for (const turn of usage)
      this.#turns.set(turnKey(turn.branch, turn.turn), { usage: turn, answer: -1, last: -1 });
  }

  note(branch: string, turn: number, row: number, isAnswer: boolean): void {
    const found = this.#turns.size === 0 ? undefined : this.#turns.get(turnKey(branch, turn));
    if (found === undefined) return;
    found.last = row;
    if (isAnswer) found.answer = row;
  }

  rows(): Map<number, TurnUsage[]> {
    const rows = new Map<number, TurnUsage[]>();
    for (const { usage, answer, last } of this.#turns.values()) {
      const row = answer >= 0 ? answer : last;
      if (row >= 0) rows.set(row, [...(rows.get(row) ?? []), usage]);
    }
    return rows;
  }

  findings(): Finding[] {
    const lost = [...this.#turns.values()].filter(({ last }) => last < 0).length;
    if (lost === 0) return [];
    const message = `Of ${lost === 1 ? 'a turn' : `${lost} turns`} only the use of tokens is left, no message.`;
    return [{ code: 'usage-without-turn', severity: 'note', message }];
  }
}

function turnKey(branch: string, turn: number): string {
  return `${turn} ${branch}`;
}

function orphanFinding({ orphanCount }: StructureRows): Finding[] {
  if (orphanCount === 0) return [];
  const rows =
    orphanCount === 1 ? 'A row of message_structure names' : `${orphanCount} rows of message_structure name`;
  const message = `${rows} a message that this session does not have.`;
  return [{ code: 'structure-without-message', severity: 'warning', message }];
}

/** A branch that was reserved, and to which nothing was written: at turn 1 not even copies are. */
function emptyBranches(db: ReadDatabase, session: SessionKey, known: readonly string[]): Finding[] {
  if (session.pair.branches?.hasReservations !== true) return [];
  const sql = `SELECT ${boundedColumn('branch_id')} FROM branch_reservations WHERE ${session.where} LIMIT ?`;
  const reserved = unwrap(db.read((rows) => rows.column(sql, session.value, MAX_PAGE_ROWS))).map(String);
  const names = new Set(known);
  const empty = reserved.filter((name) => !names.has(name) && name !== 'main');
  if (empty.length === 0) return [];
  const shown = empty.slice(0, MAX_NAMED).map(quoteId).join(', ');
  const rest = empty.length > MAX_NAMED ? ` and ${empty.length - MAX_NAMED} more` : '';
  const message = `${empty.length === 1 ? 'A branch has' : 'Some branches have'} no message yet: ${shown}${rest}.`;
  return [{ code: 'empty-branch', severity: 'note', message }];
}

function clearedFinding(db: ReadDatabase, session: SessionKey): Finding[] {
  if (session.pair.branches?.hasGenerations !== true) return [];
  const sql = `SELECT generation FROM session_clear_generations WHERE ${session.where} LIMIT 1`;
  const [count] = unwrap(db.read((rows) => rows.column(sql, session.value)));
  if (typeof count !== 'number' || count <= 0) return [];
  const times = count === 1 ? 'once' : `${count} times`;
  const message = `The session was cleared ${times}: what it had before is not in the file.`;
  return [{ code: 'session-cleared', severity: 'note', message }];
}
