/** A path that the arguments of a tool call name. */
export interface TouchedFile {
  /** As it stands in the arguments: relative to whatever the tool runs in. */
  readonly path: string;
  /** The call writes, edits, moves or deletes it; otherwise it reads it, or looks in it. */
  readonly isChange: boolean;
}

/** Longest path, in UTF-16 units, as PATH_MAX of Linux: what is longer is a text under a key that misleads. */
const MAX_PATH_CHARS = 4096;
/** Paths taken of one call. */
const MAX_PATHS = 1000;

/** The keys under which the tools of the known agents name a file, or a list of them. */
const PATH_KEYS = [
  'path',
  'file_path',
  'filePath',
  'file',
  'absolute_path',
  'notebook_path',
  'target_file',
  'relative_path',
  'move_to',
  'paths',
  'file_paths',
  'files',
];
/** Where a patch tool keeps what it does to each file. */
const NESTED_KEYS = ['operation', 'operations', 'files'];
/** Fields that only calls which change a file have. */
const CHANGE_KEYS = ['old_string', 'oldString', 'oldText', 'old_str', 'new_source', 'edits'];
/** Fields that may hold a patch; a shell may be handed one as well. */
const PATCH_KEYS = ['input', 'patch', 'patchText', 'command', 'cmd'];
const CHANGING_TOOL = /write|edit|patch|replace|create|delete|remove|rename|move/i;
const PATCH_START = '*** Begin Patch';
const PATCH_FILE = /^\*\*\* (?:(?:Add|Delete|Update) File|Move to): (.+?)\r?$/gm;

/**
 * The files a tool call names: under the usual keys of its arguments, and in patches. Takes the JSON text of the
 * arguments, also one that is no JSON. Each path once, in the order in which they stand.
 */
export function touchedFiles(toolName: string, argumentsText: string): TouchedFile[] {
  const files = new Map<string, boolean>();
  const value = parsed(argumentsText);
  if (isRecord(value)) addNamed(files, value, isChanging(toolName, value));
  for (const text of patchTexts(value, argumentsText)) addPatched(files, text);
  return [...files].map(([path, isChange]) => ({ path, isChange }));
}

function isChanging(toolName: string, args: Record<string, unknown>): boolean {
  return CHANGING_TOOL.test(toolName.slice(0, 200)) || CHANGE_KEYS.some((key) => Object.hasOwn(args, key));
}

function addNamed(files: Map<string, boolean>, args: Record<string, unknown>, isChange: boolean): void {
  for (const key of PATH_KEYS) {
    const value = own(args, key);
    for (const path of Array.isArray(value) ? value : [value]) add(files, path, isChange);
  }
  for (const key of NESTED_KEYS) {
    const value = own(args, key);
    for (const part of Array.isArray(value) ? value : [value]) {
      if (isRecord(part)) for (const name of ['path', 'move_to']) add(files, own(part, name), isChange);
    }
  }
}

function* patchTexts(value: unknown, text: string): Generator<string> {
  if (!text.includes('*** Begin Patch')) return;
  if (typeof value === 'string') yield value;
  // No JSON: a tool that takes a patch as it is.
  if (value === undefined) yield text;
  if (!isRecord(value)) return;
  for (const key of PATCH_KEYS) {
    const field = own(value, key);
    for (const word of Array.isArray(field) ? field : [field]) if (typeof word === 'string') yield word;
  }
}

function addPatched(files: Map<string, boolean>, text: string): void {
  const start = text.indexOf(PATCH_START);
  if (start < 0) return;
  for (const [, path] of text.slice(start).matchAll(PATCH_FILE)) add(files, path, true);
}

function add(files: Map<string, boolean>, path: unknown, isChange: boolean): void {
  if (typeof path !== 'string' || path === '' || path.length > MAX_PATH_CHARS) return;
  const known = files.get(path);
  if (known === undefined && files.size >= MAX_PATHS) return;
  files.set(path, (known ?? false) || isChange);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
