import { fail } from '../../../shared/contract/errors';
import type { Body } from '../../../shared/model/body';
import { pathItems } from '../../../shared/tree/path-items';
import type { SessionIndex } from '../../../shared/tree/session-index';
import { pathTo } from '../../../shared/tree/shape';
import { outcomeOf, type PairedCall, pairCalls } from '../../../shared/tree/tool-calls';
import type { Printable } from '../json-document';
import { type Outcome, printedAs, schemaOf } from '../outcome';
import { printableText } from '../plain-text';
import { chooseSession, type FileContext, valueOr } from '../with-session';
import { argumentsDocument, blockDocument, blockText } from './entry-documents';

/** An entry of the path, with its tool calls paired with what answers them on this path. */
interface ShownEntry {
  readonly body: Body;
  readonly kind: string;
  readonly calls: readonly PairedCall[];
  /** Nothing but results of its own calls follows on the path. */
  readonly isLast: boolean;
}

/** `ramify show`: the conversation from the root to a leaf. */
export async function show(
  context: FileContext,
  request: { sessionId: string | null; leafId: string | null; json: boolean },
): Promise<Outcome> {
  const session = chooseSession(context.summary, request.sessionId);
  const index = valueOr(await context.reader.index(session.id));
  const leaf = leafRow(index, request.leafId);
  const entries = await readPath(context, session.id, index, leaf);
  return printedAs(
    request.json,
    () => ({
      schema: schemaOf('show'),
      path: context.summary.path,
      sessionId: session.id,
      leaf: leaf < 0 ? null : index.id(leaf),
      entries: entries.map(entryDocument),
    }),
    () => entries.map(entryText).join('\n'),
  );
}

/** Row of the leaf asked for; of the stored one for null, -1 when there is none. */
export function leafRow(index: SessionIndex, leafId: string | null): number {
  if (leafId === null) return index.end?.storedLeafRow ?? -1;
  const row = index.rowOf(leafId);
  return row >= 0 ? row : valueOr(fail('unknown-entry', `This session has no entry "${leafId}".`));
}

async function readPath(
  { reader }: FileContext,
  sessionId: string,
  index: SessionIndex,
  leaf: number,
): Promise<ShownEntry[]> {
  const path = pathTo(index.parents, leaf);
  const bodies = new Map<number, Body>();
  for await (const batch of reader.bodies(sessionId, path)) {
    for (const body of valueOr(batch)) bodies.set(body.row, body);
  }
  const { rows, resultsOf } = pathItems(index, path, new Set());
  const lastItem = rows[rows.length - 1];
  return Array.from(path, (row): ShownEntry[] => {
    const body = bodies.get(row);
    if (!body) return [];
    const results = (resultsOf.get(row) ?? []).flatMap((result) => bodies.get(result) ?? []);
    return [{ body, kind: index.kind(row), calls: pairCalls(body, results).calls, isLast: row === lastItem }];
  }).flat();
}

function entryDocument({ body, kind, calls, isLast }: ShownEntry): Printable {
  const { id, parentId, type, role, timestamp, model, stopReason, errorMessage, problems } = body;
  return {
    id,
    parentId,
    kind,
    type,
    role,
    timestamp,
    model,
    stopReason,
    errorMessage,
    usage: body.usage,
    blocks: body.blocks.map(blockDocument),
    toolCalls: calls.map(({ call, result }) => ({
      id: call.callId,
      name: call.name,
      arguments: argumentsDocument(call),
      result: result ? result.blocks.map(({ block }) => blockDocument(block)) : null,
      outcome: outcomeOf(result, isLast),
    })),
    problems,
  };
}

function entryText({ body, kind, calls, isLast }: ShownEntry): string {
  const head = [body.role ?? kind, body.timestamp, body.model].filter((part) => part !== null).join(' · ');
  const blocks = body.blocks.map(blockText).filter((text) => text !== '');
  const outcomes = calls.map(({ call, result }) => `  ${call.name}: ${outcomeOf(result, isLast)}`);
  return printableText(
    [`── ${head} (${body.id})`, ...blocks, ...outcomes, ...body.problems.map((text) => `! ${text}`), ''].join(
      '\n',
    ),
  );
}
