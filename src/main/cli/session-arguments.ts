import type { ForkPoint, SessionEdit } from '../../shared/contract/session-editing';
import { SessionEdit as SessionEditSchema } from '../../shared/contract/session-editing';
import { type CommandReader, type OnStore, onStore, type Values } from './command-line';

/** The commands of theway sessions. */
export type SessionCommand =
  | ({ name: 'leaf' | 'label' | 'rename' | 'bind' | 'collapse'; edits: readonly SessionEdit[] } & OnStore)
  | ({ name: 'append-entries'; file: string } & OnStore)
  | ({ name: 'fork' | 'clone'; point: ForkPoint | null; toDir: string } & OnStore)
  | ({ name: 'export'; out: string } & OnStore)
  | ({ name: 'import'; toDir: string; activate: boolean } & OnStore)
  | ({ name: 'extensions'; leafId: string | null } & OnStore);

type Name = Exclude<SessionCommand['name'], 'append-entries'>;

export const sessionCommands: Readonly<Record<Name, CommandReader<SessionCommand>>> = {
  leaf: {
    arguments: ['PATH'],
    options: ['json', 'to'],
    read: (given, values) => {
      const { to } = values;
      if (to === undefined) return '--to ID or --to none is missing.';
      const edit = { kind: 'set-leaf', entryId: to === 'none' ? null : to } as const;
      return { name: 'leaf', ...onStore(given, values), edits: [edit] };
    },
  },
  label: {
    arguments: ['PATH'],
    options: ['json', 'entry', 'text', 'clear'],
    read: (given, values) => {
      const { entry, text, clear } = values;
      if (entry === undefined) return '--entry ID is missing.';
      if ((text === undefined) !== (clear ?? false)) return 'label takes either --text TEXT or --clear.';
      const edit = { kind: 'label', entryId: entry, text: text ?? null } as const;
      return { name: 'label', ...onStore(given, values), edits: [edit] };
    },
  },
  rename: {
    arguments: ['PATH', 'NAME'],
    options: ['json'],
    read: (given, values) => {
      const edit = { kind: 'rename', name: given[1] ?? '' } as const;
      return { name: 'rename', ...onStore(given, values), edits: [edit] };
    },
  },
  bind: {
    arguments: ['PATH'],
    options: ['json', 'binding', 'clear'],
    read: (given, values) => {
      const edit = bindingEdit(values);
      return typeof edit === 'string' ? edit : { name: 'bind', ...onStore(given, values), edits: [edit] };
    },
  },
  collapse: {
    arguments: ['PATH'],
    options: ['json', 'node', 'clear-node', 'collapsed'],
    read: (given, values) => {
      const edits = collapseEdits(values);
      return typeof edits === 'string' ? edits : { name: 'collapse', ...onStore(given, values), edits };
    },
  },
  fork: {
    arguments: ['PATH'],
    options: ['json', 'at', 'before', 'to'],
    read: (given, values) => {
      const { at, before, to } = values;
      if ((at === undefined) === (before === undefined)) return 'fork takes either --at ID or --before ID.';
      if (to === undefined) return '--to DIR is missing.';
      const point = at === undefined ? { before: before ?? '' } : { at };
      return { name: 'fork', ...onStore(given, values), point, toDir: to };
    },
  },
  clone: {
    arguments: ['PATH'],
    options: ['json', 'to'],
    read: (given, values) =>
      values.to === undefined
        ? '--to DIR is missing.'
        : { name: 'clone', ...onStore(given, values), point: null, toDir: values.to },
  },
  export: {
    arguments: ['PATH'],
    options: ['json', 'format', 'out'],
    read: (given, values) => {
      if (values.format !== 'theway-session') return '--format theway-session is missing.';
      if (values.out === undefined) return '-o OUT is missing.';
      return { name: 'export', ...onStore(given, values), out: values.out };
    },
  },
  import: {
    arguments: ['ARCHIVE'],
    options: ['json', 'to', 'activate'],
    read: (given, values) =>
      values.to === undefined
        ? '--to DIR is missing.'
        : {
            name: 'import',
            ...onStore(given, values),
            toDir: values.to,
            activate: values.activate ?? false,
          },
  },
  extensions: {
    arguments: ['PATH'],
    options: ['json', 'leaf'],
    read: (given, values) => ({ name: 'extensions', ...onStore(given, values), leafId: values.leaf ?? null }),
  },
};

function bindingEdit({ binding, clear }: Values): SessionEdit | string {
  if ((binding === undefined) !== (clear ?? false)) return 'bind takes either --binding JSON or --clear.';
  if (binding === undefined) return { kind: 'set-binding', binding: null };
  const edit = SessionEditSchema.safeParse({ kind: 'set-binding', binding: parsed(binding) });
  return edit.success
    ? edit.data
    : 'A binding is {"clientKey": …, "runtime": {"workDir": …, "provider"?, "model"?, "baseUrl"?, "thinking"?}}.';
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function collapseEdits(values: Values): SessionEdit[] | string {
  const { node, 'clear-node': clearNode, collapsed } = values;
  if (node !== undefined && clearNode) return 'collapse takes either --node ID or --clear-node.';
  if (collapsed !== undefined && collapsed !== 'true' && collapsed !== 'false')
    return '--collapsed is true or false.';
  const edits: SessionEdit[] = [];
  if (node !== undefined || clearNode) edits.push({ kind: 'set-collapse-node', nodeId: node ?? null });
  if (collapsed !== undefined) edits.push({ kind: 'set-collapsed', isCollapsed: collapsed === 'true' });
  return edits.length === 0 ? 'collapse takes --node ID, --clear-node or --collapsed true|false.' : edits;
}
