import { modelBlocks } from '../../../shared/context/model-blocks';
import { CONTEXT_STATES, type ContextPlan, planContext, rowsToRead } from '../../../shared/context/plan';
import type { Body } from '../../../shared/model/body';
import type { SessionIndex } from '../../../shared/tree/session-index';
import { pathTo } from '../../../shared/tree/shape';
import { JsonText } from '../json-document';
import { type Outcome, printedAs, schemaOf } from '../outcome';
import { printableText } from '../plain-text';
import { chooseSession, type FileContext, valueOr } from '../with-session';
import { blockDocument, blockText } from './entry-documents';
import { leafRow } from './show';

/** `ramify context`: what a model would be given at a leaf, and what a compaction took away. */
export async function context(
  file: FileContext,
  request: { sessionId: string | null; leafId: string | null; json: boolean },
): Promise<Outcome> {
  const { reader, summary } = file;
  const session = chooseSession(summary, request.sessionId);
  // By theway's own rules, which refuse what breaks them: what is printed is what theway would replay.
  const entries = summary.format === 'theway' ? valueOr(await reader.thewayContext(request.leafId)) : null;
  const index = valueOr(await reader.index(session.id));
  const leaf = leafRow(index, request.leafId);
  const path = pathTo(index.parents, leaf);
  const read = (rows: ArrayLike<number>) => readBodies(file, session.id, rows);
  const plan = planContext(summary.format, index, path, await read(rowsToRead(index, path)));
  const bodies = await read(plan.order);
  const given = [...plan.order].flatMap((row) => bodies.get(row) ?? []);
  const rowsOf = (state: (typeof CONTEXT_STATES)[number]) =>
    [...path].filter((_, at) => CONTEXT_STATES[plan.states[at] ?? -1] === state);
  return printedAs(
    request.json,
    () => ({
      schema: schemaOf('context'),
      path: summary.path,
      sessionId: session.id,
      leaf: leaf < 0 ? null : index.id(leaf),
      messages: given.map((body) => ({
        entryId: body.id,
        kind: index.kind(body.row),
        blocks: modelBlocks(index.kind(body.row), body).map(blockDocument),
      })),
      removed: rowsOf('removed').map((row) => index.id(row)),
      excluded: rowsOf('never').map((row) => index.id(row)),
      tokens: plan.tokens,
      tokensAt: plan.tokensRow < 0 ? null : index.id(plan.tokensRow),
      entries: entries?.map((entry) => new JsonText(entry)) ?? null,
    }),
    () => contextText(index, given, plan, rowsOf('removed').length, rowsOf('never').length),
  );
}

async function readBodies(
  { reader }: FileContext,
  sessionId: string,
  rows: ArrayLike<number>,
): Promise<Map<number, Body>> {
  const bodies = new Map<number, Body>();
  for await (const batch of reader.bodies(sessionId, rows)) {
    for (const body of valueOr(batch)) bodies.set(body.row, body);
  }
  return bodies;
}

function contextText(
  index: SessionIndex,
  given: readonly Body[],
  { tokens, tokensRow }: ContextPlan,
  removedCount: number,
  excludedCount: number,
): string {
  const messages = given.map((body) => {
    const kind = index.kind(body.row);
    const blocks = modelBlocks(kind, body).map(blockText);
    return [`── ${body.role ?? kind} (${body.id})`, ...blocks, ''].join('\n');
  });
  const facts = [
    `${given.length} given`,
    `${removedCount} removed by a compaction`,
    `${excludedCount} never given`,
    tokens === null ? 'tokens not known' : `${tokens} tokens at ${index.id(tokensRow)}`,
  ];
  return `${printableText([...messages, facts.join(', ')].join('\n'))}\n`;
}
