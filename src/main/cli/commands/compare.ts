import { ROW_STATES, type RowState } from '../../../shared/compare/align';
import type { ComparedSide, Comparison, DescribedEntry } from '../../../shared/contract/comparison';
import type { Progress } from '../../../shared/contract/state';
import type { Printable } from '../json-document';
import { cannotOpen, failed, notDone, type Outcome, printedAs, schemaOf } from '../outcome';
import { printableLine } from '../plain-text';
import type { ReadCommand } from '../read-arguments';
import { compareStores } from '../store-client';

type CompareCommand = Extract<ReadCommand, { name: 'compare' }>;

/** `ramify compare`: two paths from where they part, entry beside entry, and what each did. */
export async function compare(
  command: CompareCommand,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const { path, left, right, json } = command;
  const compared = await compareStores(command, onProgress);
  if (!compared.ok) {
    const { error } = compared;
    if (error.code === 'unknown-entry' || error.code === 'unknown-session')
      return notDone('compare', path, error, json);
    // With two files the message names the one it is about.
    return left.path !== right.path && !json
      ? failed(error.message)
      : cannotOpen('compare', path, error, json);
  }
  const comparison = compared.value;
  return printedAs(
    json,
    () => ({
      schema: schemaOf('compare'),
      path,
      rightPath: right.path,
      commonAncestor: comparison.commonAncestor?.id ?? null,
      sharedEntries: comparison.sharedCount,
      left: sideDocument(comparison.left),
      right: sideDocument(comparison.right),
      rows: rowsOf(comparison).map(({ state, left: a, right: b }) => ({
        state,
        left: a?.id ?? null,
        right: b?.id ?? null,
      })),
    }),
    () => comparisonText(comparison),
  );
}

interface Row {
  readonly state: RowState;
  readonly left: DescribedEntry | null;
  readonly right: DescribedEntry | null;
}

function rowsOf({ left, right, leftRows, rightRows, states }: Comparison): Row[] {
  const onLeft = new Map(left.entries.map((entry) => [entry.row, entry]));
  const onRight = new Map(right.entries.map((entry) => [entry.row, entry]));
  return Array.from(states, (state, at) => ({
    state: ROW_STATES[state] ?? 'changed',
    left: onLeft.get(leftRows[at] ?? -1) ?? null,
    right: onRight.get(rightRows[at] ?? -1) ?? null,
  }));
}

function sideDocument({ sessionId, leafId, facts }: ComparedSide): Printable {
  return {
    sessionId,
    leaf: leafId,
    entries: facts.entryCount,
    userMessages: facts.userMessages,
    assistantMessages: facts.assistantMessages,
    toolCalls: facts.tools,
    files: facts.files.map(({ path }) => path),
    changedFiles: facts.files.filter(({ isChange }) => isChange).map(({ path }) => path),
    errors: facts.errorCount,
    tokens: facts.tokens,
    cost: facts.cost,
    durationMs: facts.durationMs,
  };
}

const STATE_MARKS: Readonly<Record<RowState, string>> = { same: '=', changed: '≠', left: '<', right: '>' };
/** Characters a side gets beside the other, where nobody says how wide the terminal is. */
const DEFAULT_COLUMNS = 120;
const NAME_WIDTH = 12;

function comparisonText(comparison: Comparison): string {
  const width = Math.max(20, Math.floor(((process.stdout.columns ?? DEFAULT_COLUMNS) - 3) / 2));
  const { commonAncestor, sharedCount, left, right } = comparison;
  const facts = factLines(left).map(([name, value], at) => {
    const beside = factLines(right)[at]?.[1] ?? '';
    return `${name.padEnd(NAME_WIDTH)}${fitted(value, width - NAME_WIDTH)}   ${fitted(beside, width).trimEnd()}`;
  });
  const rows = rowsOf(comparison).map(
    ({ state, left: a, right: b }) =>
      `${fitted(entryLine(a), width)} ${STATE_MARKS[state]} ${fitted(entryLine(b), width)}`,
  );
  const head =
    commonAncestor === null
      ? 'no common ancestor'
      : printableLine(`common ancestor: ${commonAncestor.id} (${sharedCount} shared)`);
  return `${[head, '', ...facts, '', ...rows].map((line) => line.trimEnd()).join('\n')}\n`;
}

function factLines({ leafId, facts }: ComparedSide): [name: string, value: string][] {
  const tools = facts.tools.map(
    ({ name, count, errors }) => `${name} ${count}${errors > 0 ? ` (${errors} failed)` : ''}`,
  );
  return [
    ['leaf', leafId ?? 'none'],
    ['entries', String(facts.entryCount)],
    ['messages', `${facts.userMessages} user, ${facts.assistantMessages} assistant`],
    ['tool calls', tools.join(', ') || 'none'],
    ['files', facts.files.map(({ path, isChange }) => (isChange ? `${path}*` : path)).join(', ') || 'none'],
    ['errors', String(facts.errorCount)],
    ['tokens', facts.tokens === null ? 'not known' : String(facts.tokens)],
    ['cost', facts.cost === null ? 'not known' : `$${facts.cost.toFixed(4)}`],
    ['time', facts.durationMs === null ? 'not known' : `${(facts.durationMs / 1000).toFixed(1)} s`],
  ];
}

function entryLine(entry: DescribedEntry | null): string {
  if (entry === null) return '';
  const { kind, toolNames, preview } = entry;
  return [kind, toolNames === '' ? '' : `[${toolNames}]`, preview].filter(Boolean).join(' ');
}

/** On one line, and as wide as said: cut, or filled with blanks. */
function fitted(text: string, width: number): string {
  const characters = [...printableLine(text)];
  return characters.length > width
    ? `${characters.slice(0, width - 1).join('')}…`
    : characters.join('') + ' '.repeat(width - characters.length);
}
