import { isUtf8 } from 'node:buffer';
import { parse, stringify, type TomlTable, type TomlValue } from 'smol-toml';
import {
  isJsonArray,
  isJsonObject,
  type JsonNode,
  type JsonObject,
  memberValue,
} from '../../shared/json/node';
import { parseJson } from '../../shared/json/parse';
import { printJson } from '../../shared/json/print';
import type { AutomationCounts } from '../../shared/theway/archive-facts';
import { archiveRefusal } from './archive-error';

/** The triggers or the cron jobs of an archive. */
export interface ArchiveSidecar {
  /** As they were at the source. */
  readonly counts: AutomationCounts;
  /** What is written beside the imported session: all disabled, or enabled again where they were at the source. */
  imported(activate: boolean): string;
}

// What theway calls the lists in these files is its own business. They are the lists at the top of the file, and every
// table in one of them is something that acts by itself: what matters is that nothing is left enabled unseen.

/** Reads `sidecars/triggers.json`: an object with a list of rules. Throws a `ThewaySessionError`. */
export function readTriggers(bytes: Buffer): ArchiveSidecar {
  const refuse = (detail: string) => archiveRefusal('parse trigger sidecar', detail);
  if (!isUtf8(bytes)) throw archiveRefusal('trigger sidecar is not UTF-8');
  const parsed = parseJson(bytes.toString('utf8'));
  if (!parsed.ok) throw refuse(`not JSON: ${parsed.error.message}`);
  const { node } = parsed;
  if (!isJsonObject(node) && !isJsonArray(node)) throw refuse('neither an object nor a list');
  const lists = isJsonArray(node) ? [node] : node.members.map(({ value }) => value).filter(isJsonArray);
  const rules = lists.flatMap(({ items }) =>
    items.map((rule) => {
      if (!isJsonObject(rule)) throw refuse('a rule is not an object');
      return { enabled: enabledOf(memberValue(rule, 'enabled'), refuse) };
    }),
  );
  return {
    counts: countsOf(rules.map(({ enabled }) => enabled)),
    imported: (activate) => `${printJson(withRules(node, activate), 2)}\n`,
  };
}

/** Reads `sidecars/cron.toml`: lists of jobs. Throws a `ThewaySessionError`. */
export function readCronJobs(bytes: Buffer): ArchiveSidecar {
  const refuse = (detail: string) => archiveRefusal('parse cron sidecar', detail);
  if (!isUtf8(bytes)) throw archiveRefusal('cron sidecar is not UTF-8');
  const text = bytes.toString('utf8');
  const read = () => {
    try {
      return parse(text, { integersAsBigInt: true });
    } catch (error) {
      throw refuse(error instanceof Error ? error.message : String(error));
    }
  };
  const enabled = jobsOf(read(), refuse).map((job) => enabledOf(job.enabled, refuse));
  return {
    counts: countsOf(enabled),
    imported: (activate) => {
      const file = read();
      for (const job of jobsOf(file, refuse)) resetJob(job, activate);
      // Integers came as bigints, so that every number that is none is a float and stays one.
      return stringify(file, { numbersAsFloat: true });
    },
  };
}

function withRules(node: JsonNode, activate: boolean): JsonNode {
  const ruleOf = (rule: JsonNode) => (isJsonObject(rule) ? withEnabled(rule, activate) : rule);
  const listOf = (value: JsonNode): JsonNode =>
    isJsonArray(value) ? { ...value, items: value.items.map(ruleOf) } : value;
  if (!isJsonObject(node)) return listOf(node);
  return { ...node, members: node.members.map(({ key, value }) => ({ key, value: listOf(value) })) };
}

/** Of doubled keys the last counts for some readers and the first for others: one remains, where the first stood. */
function withEnabled(rule: JsonObject, activate: boolean): JsonObject {
  const value = activate && memberValue(rule, 'enabled') === true;
  const at = rule.members.findIndex(({ key }) => key === 'enabled');
  const others = rule.members.filter(({ key }) => key !== 'enabled');
  const members = others.toSpliced(at === -1 ? others.length : at, 0, { key: 'enabled', value });
  return { ...rule, members, duplicateKeys: rule.duplicateKeys.filter((key) => key !== 'enabled') };
}

function jobsOf(file: TomlTable, refuse: (detail: string) => Error): TomlTable[] {
  return Object.values(file).flatMap((list) => {
    if (!Array.isArray(list)) return [];
    return list.map((job) => {
      if (!isTable(job)) throw refuse('a job is not a table');
      return job;
    });
  });
}

/** An imported job has not run here; contract, section 6. */
function resetJob(job: TomlTable, activate: boolean): void {
  job.enabled = activate && job.enabled === true;
  delete job.running_trace_id;
  delete job.last_due_at;
  delete job.last_error;
  job.skipped_overlap_count = 0n;
}

function isTable(value: TomlValue): value is TomlTable {
  return typeof value === 'object' && !Array.isArray(value) && Object.getPrototypeOf(value) === null;
}

/** What does not say that it is enabled is not; what says something else cannot be trusted to be understood. */
function enabledOf(value: unknown, refuse: (detail: string) => Error): boolean {
  if (value === undefined || typeof value === 'boolean') return value ?? false;
  throw refuse('"enabled" is neither true nor false');
}

function countsOf(enabled: readonly boolean[]): AutomationCounts {
  const count = enabled.filter((isEnabled) => isEnabled).length;
  return { total: enabled.length, enabled: count };
}
