import type { Arguments } from './arguments';
import { own } from './arguments';
import type { DiffLine } from './diff-line';

/** What a patch does to one file. */
export interface PatchedFile {
  readonly action: 'add' | 'delete' | 'update';
  readonly path: string;
  /** The new path of a file that is moved as well. */
  readonly movedTo: string | null;
  readonly lines: readonly DiffLine[];
}

const BEGIN = /^\*\*\* Begin Patch\s*$/m;
const FILE = /^\*\*\* (Add|Delete|Update) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;
const FIELDS = ['input', 'patch', 'patchText', 'command', 'cmd'];

/** The patch (`*** Begin Patch`) a call was given, alone or in a command; null when it was given none. */
export function patchTextOf(args: Arguments): string | null {
  for (const name of FIELDS) {
    const value = own(args, name);
    for (const text of Array.isArray(value) ? value : [value])
      if (typeof text === 'string' && BEGIN.test(text)) return text;
  }
  return null;
}

/**
 * The files of a patch. Tolerant: of a patch that was cut what there is; lines that belong to no file are left out. The
 * grammar has no line numbers, so none are made up.
 */
export function parsePatch(text: string): readonly PatchedFile[] {
  const files: { action: PatchedFile['action']; path: string; movedTo: string | null; lines: DiffLine[] }[] =
    [];
  for (const line of text.split(/\r?\n/)) {
    const start = FILE.exec(line);
    const file = files.at(-1);
    if (start) {
      const [, action = '', path = ''] = start;
      files.push({ action: actionOf(action), path, movedTo: null, lines: [] });
    } else if (line.startsWith('*** ')) {
      const moved = MOVE.exec(line)?.[1];
      if (file !== undefined && moved !== undefined) file.movedTo = moved;
      if (/^\*\*\* End Patch/.test(line)) break;
    } else if (file !== undefined) {
      file.lines.push(patchLine(line));
    }
  }
  return files.map((file) => ({ ...file, lines: withoutBlankEnd(file.lines) }));
}

function actionOf(word: string): PatchedFile['action'] {
  return word === 'Add' ? 'add' : word === 'Delete' ? 'delete' : 'update';
}

function patchLine(line: string): DiffLine {
  const numbers = { oldNumber: null, newNumber: null };
  if (line.startsWith('@@')) return { kind: 'gap', text: line.slice(2).trim(), ...numbers };
  if (line.startsWith('+')) return { kind: 'added', text: line.slice(1), ...numbers };
  if (line.startsWith('-')) return { kind: 'removed', text: line.slice(1), ...numbers };
  return { kind: 'same', text: line.startsWith(' ') ? line.slice(1) : line, ...numbers };
}

/** A patch that was cut before its end mark ends in an empty line that is none of the file. */
function withoutBlankEnd(lines: DiffLine[]): readonly DiffLine[] {
  return lines.at(-1)?.kind === 'same' && lines.at(-1)?.text === '' ? lines.slice(0, -1) : lines;
}
