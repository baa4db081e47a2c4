import { quoteName } from '../../sqlite/schema';
import type { ReadDatabase, SqlValue } from '../../sqlite/types';
import { RowKeys } from '../row-keys';
import { boundedColumn } from '../stored-id';
import { keyedPages } from './keyed-pages';
import type { MessageId } from './message-table';
import type { SessionKey } from './session-key';

/** A row of `message_structure`: that a branch has a message. */
export interface StructureRow {
  /** Place of the branch among `StructureRows.branches`. */
  readonly branch: number;
  readonly messageId: MessageId;
  /** Turn of the user; NaN where the row has no number. */
  readonly turn: number;
  /** Whether it is what a model wrote. */
  readonly isAnswer: boolean;
}

/** The rows of one session, in the order of their sequence numbers, which is that in which they were written. */
export class StructureRows {
  readonly branches: string[] = [];
  /** Rows whose message is not there. */
  orphanCount = 0;
  readonly #branchPlaces = new Map<string, number>();
  readonly #ids = new RowKeys();
  readonly #rowBranches: number[] = [];
  readonly #sequence: number[] = [];
  readonly #turns: number[] = [];
  readonly #answers: boolean[] = [];
  #isSorted = true;

  get count(): number {
    return this.#ids.count;
  }

  *inOrder(): Generator<StructureRow> {
    const order = this.#isSorted ? null : [...this.#sequence.keys()].sort((a, b) => this.#compare(a, b));
    for (let at = 0; at < this.count; at++) {
      const place = order?.[at] ?? at;
      const messageId = this.#ids.at(place);
      if (messageId === undefined) continue;
      yield {
        branch: this.#rowBranches[place] ?? 0,
        // A plain number wherever one holds it: so are the ids that are compared with it.
        messageId: plainId(messageId),
        turn: this.#turns[place] ?? Number.NaN,
        isAnswer: this.#answers[place] ?? false,
      };
    }
  }

  /** Notes the next row, in stored order. */
  add(values: readonly SqlValue[]): void {
    const [, messageId, branch, sequence, turn, isAnswer, isThere] = values;
    if (isThere !== 1 || (typeof messageId !== 'number' && typeof messageId !== 'bigint')) {
      this.orphanCount += 1;
      return;
    }
    const number = typeof sequence === 'number' ? sequence : Number.POSITIVE_INFINITY;
    if (number < (this.#sequence.at(-1) ?? number)) this.#isSorted = false;
    this.#ids.push(messageId);
    this.#rowBranches.push(this.#branchPlace(String(branch)));
    this.#sequence.push(number);
    this.#turns.push(typeof turn === 'number' ? turn : Number.NaN);
    this.#answers.push(isAnswer === 1);
  }

  #branchPlace(name: string): number {
    const known = this.#branchPlaces.get(name);
    if (known !== undefined) return known;
    this.#branchPlaces.set(name, this.branches.length);
    return this.branches.push(name) - 1;
  }

  /** Equal numbers keep the order of the rows. */
  #compare(left: number, right: number): number {
    const [a, b] = [this.#sequence[left] ?? 0, this.#sequence[right] ?? 0];
    return a === b ? left - right : a < b ? -1 : 1;
  }
}

/** Reads what the branches of a session consist of, a page a transaction; `onPage` is called between them. */
export function readStructure(db: ReadDatabase, session: SessionKey, onPage: () => void): StructureRows {
  const found = new StructureRows();
  const key = session.pair.branches?.key;
  if (key === undefined) return found;
  const messages = quoteName(session.pair.messages);
  const columns = `s.message_id, ${boundedColumn('s.branch_id')}, s.sequence_number, s.user_turn_number,
    s.message_type <> 'user' AND s.message_type NOT LIKE '%_output',
    EXISTS (SELECT 1 FROM ${messages} AS m WHERE m.id = s.message_id AND m.session_id COLLATE BINARY IS s.session_id)`;
  const table = 'message_structure AS s';
  for (const page of keyedPages(db, session, { columns, table, key: `s.${key}` })) {
    onPage();
    for (const values of page) found.add(values);
  }
  return found;
}

/** A message id as a number where that holds it. */
export function plainId(id: MessageId): MessageId {
  return typeof id === 'bigint' && Number.isSafeInteger(Number(id)) ? Number(id) : id;
}
