import { type Arguments, listOf, own, textOf } from './arguments';
import { textPairs } from './file-edits';
import { patchTextOf } from './patch';

/** What a tool does, as far as its card is drawn in a way of its own. */
export type ToolFamily =
  | 'shell'
  | 'read'
  | 'write'
  | 'edit'
  | 'patch'
  | 'grep'
  | 'list'
  | 'todo'
  | 'web'
  | 'agent'
  | 'mcp'
  | 'other';

/**
 * Names of the tools of the known agents, in lower case and without `_`, `-` and spaces. Names are compared whole: a
 * part of a name says nothing.
 */
const NAMES: Readonly<Record<Exclude<ToolFamily, 'mcp' | 'other'>, readonly string[]>> = {
  shell: [
    ...[
      'bash',
      'exec',
      'shell',
      'shellcommand',
      'execcommand',
      'localshell',
      'writestdin',
      'runshellcommand',
      'powershell',
    ],
    ...['terminal', 'runcommand', 'executecommand', 'runterminalcmd', 'git'],
  ],
  read: ['read', 'readfile', 'viewfile', 'cat', 'view', 'openfile', 'outline', 'readmanyfiles'],
  write: ['write', 'writefile', 'createfile'],
  edit: ['edit', 'editfile', 'multiedit', 'replace', 'strreplace', 'searchreplace'],
  patch: ['applypatch', 'patch'],
  grep: ['grep', 'grepsearch', 'grepfiles', 'searchfiles', 'searchfilecontent', 'rg', 'ripgrep'],
  list: ['find', 'glob', 'findfiles', 'ls', 'list', 'listdir', 'listdirectory'],
  todo: ['todowrite', 'todoread', 'writetodos', 'updateplan'],
  web: ['webfetch', 'websearch', 'googlewebsearch', 'codesearch', 'fetch'],
  agent: ['task', 'agent', 'subagent', 'createsubtask', 'invokeagent', 'spawnagent'],
};

const FAMILIES = new Map<string, ToolFamily>(
  // Object.entries loses the type of the keys.
  (Object.entries(NAMES) as [ToolFamily, readonly string[]][]).flatMap(([family, names]) =>
    names.map((name) => [name, family] as const),
  ),
);

const PATH_NAMES = ['path', 'file_path', 'filePath', 'absolute_path', 'filename'];

/** The family of a tool: by its name, else by the shape of its arguments. */
export function familyOf(name: string, args: Arguments): ToolFamily {
  const plain = name.slice(0, 200).toLowerCase();
  if (plain.startsWith('mcp__') || plain.startsWith('mcp_')) return 'mcp';
  const known = FAMILIES.get(plain.replace(/^functions\./, '').replace(/[_\- ]/g, ''));
  // A shell may be handed a patch, and then that is what it does.
  if (patchTextOf(args) !== null) return 'patch';
  return known ?? familyOfShape(args);
}

/** For names that nobody knows, by what only tools of one kind are given. */
function familyOfShape(args: Arguments): ToolFamily {
  const path = textOf(args, ...PATH_NAMES);
  if (textPairs(args).length > 0 && path !== null) return 'edit';
  if (path !== null && textOf(args, 'content', 'contents', 'file_text') !== null) return 'write';
  if (isTodoList(listOf(args, 'todos', 'plan', 'tasks'))) return 'todo';
  if (own(args, 'command') !== undefined || own(args, 'cmd') !== undefined) return 'shell';
  if (textOf(args, 'pattern') !== null) {
    const isContent =
      path !== null || ['glob', 'include', 'output_mode'].some((key) => own(args, key) !== undefined);
    return isContent ? 'grep' : 'other';
  }
  if (path !== null) {
    const others = Object.keys(args).filter((key) => !PATH_NAMES.includes(key));
    const isRange = others.every((key) => ['offset', 'limit', 'start_line', 'end_line'].includes(key));
    return isRange ? 'read' : 'other';
  }
  return textOf(args, 'url') !== null ? 'web' : 'other';
}

function isTodoList(items: readonly Arguments[]): boolean {
  return (
    items.length > 0 &&
    items.every(
      (item) =>
        textOf(item, 'status') !== null && textOf(item, 'content', 'step', 'title', 'description') !== null,
    )
  );
}

/** The file a call is about; null when it names none. */
export function pathOf(args: Arguments): string | null {
  return textOf(args, ...PATH_NAMES, 'notebook_path', 'dir_path');
}
