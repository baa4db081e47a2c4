import { randomUUID } from 'node:crypto';
import { ok, type Result } from '../../../shared/contract/errors';
import { type ConformanceResult, runConformance } from '../../stores/conformance';
import { MemoryStore } from '../../stores/memory-store';
import { openRedisTarget, removeRedisSessions } from '../../stores/redis/target';
import { openSqliteStore } from '../../stores/sqlite-store';
import { SessionStoreError } from '../../stores/store-error';
import type { Command } from '../arguments';
import { EXIT, failed, notDone, type Outcome, printedAs, schemaOf } from '../outcome';
import { printableLine } from '../plain-text';
import { isAddress, withTarget } from '../store-target';

/** `ramify conformance`: every rule of the session API, tried on a store of its own; exit 1 when one does not hold. */
export async function conformance(command: Extract<Command, { name: 'conformance' }>): Promise<Outcome> {
  const { target, json } = command;
  const run = runOn(target);
  if (run === null)
    return failed(`${target} is no target: memory, sqlite:PATH or redis://… See ramify --help.`, EXIT.usage);
  const results = await asResult(run);
  if (!results.ok) return notDone('conformance', target, results.error, json);
  const hasPassed = results.value.every(({ passed }) => passed);
  return printedAs(
    json,
    () => ({
      schema: schemaOf('conformance'),
      target,
      passed: hasPassed,
      rules: results.value.map(({ rule, passed, message }) => ({ rule, passed, message })),
    }),
    () => textOf(results.value),
    hasPassed ? EXIT.fine : EXIT.problems,
  );
}

type Run = () => Promise<Result<ConformanceResult[]>>;

/** Null for a word that names no kind of store. */
function runOn(target: string): Run | null {
  if (target === 'memory') {
    const store = new MemoryStore();
    return async () => ok(await runConformance(async () => store));
  }
  if (target.startsWith('sqlite:')) return () => onFile(target.slice('sqlite:'.length));
  return isAddress(target) ? () => onServer(target) : null;
}

/** The file is made here and stays, to be looked at; one that exists is refused. */
async function onFile(path: string): Promise<Result<ConformanceResult[]>> {
  const made = await openSqliteStore(path, { create: 'must-be-new' });
  await made.close();
  return ok(await runConformance(() => openSqliteStore(path)));
}

/** Under keys that nobody else has, which are removed again. */
function onServer(address: string): Promise<Result<ConformanceResult[]>> {
  const prefix = `ramify-conformance-${randomUUID()}:`;
  return withTarget({ name: address, prefix }, (target) =>
    asResult(async () => {
      if (target.type !== 'redis') throw new Error('An address names a server');
      const open = () => openRedisTarget(target);
      try {
        return ok(await runConformance(open));
      } finally {
        await removeRedisSessions(target);
      }
    }),
  );
}

async function asResult<T>(run: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof SessionStoreError)) throw error;
    return { ok: false, error: error.toOperationError() };
  }
}

function textOf(results: readonly ConformanceResult[]): string {
  const lines = results.map(({ rule, passed, message }) =>
    passed ? `pass ${rule}` : `FAIL ${rule}: ${message}`,
  );
  const failures = results.filter(({ passed }) => !passed).length;
  const sum =
    failures === 0 ? `${results.length} rules hold.` : `${failures} of ${results.length} rules fail.`;
  return [...lines, sum].map((line) => `${printableLine(line)}\n`).join('');
}
