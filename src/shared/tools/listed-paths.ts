import { type Arguments, own } from './arguments';

/** A file or a folder that a call listed. */
export interface ListedPath {
  readonly path: string;
  readonly isFolder: boolean;
}

/** What a call listed, and the lines beside it that are no names. */
export interface Listing {
  readonly paths: readonly ListedPath[];
  readonly notes: readonly string[];
}

/** As tools mark a folder before its name. */
const FOLDER_MARK = /^(?:\[DIR\]|DIR|d)[ \t]+(?=\S)/;
const FILE_MARK = /^(?:\[FILE\]|FILE|f|-)[ \t]+(?=\S)/;
/** A sentence in place of a list, or below it: words with a full stop or in brackets, or none found. */
const SENTENCE = /^(?:\(.*\)|\[.*\]|no (?:files|matches|results|entries)\b.*|.*\.\s*|.*:\s*)$/i;

/**
 * What a listing or a search for files gave: the paths in the details of the result, else the lines of its text. Null
 * where the text is nothing but sentences.
 */
export function listedPathsOf(output: string | null, details: readonly Arguments[]): Listing | null {
  for (const part of details)
    for (const name of ['paths', 'filenames', 'files', 'entries']) {
      const list = own(part, name);
      if (Array.isArray(list) && list.length > 0 && list.every((item) => typeof item === 'string'))
        return { paths: list.map((path: string) => listedPath(path)), notes: [] };
    }
  if (output === null) return null;
  const paths: ListedPath[] = [];
  const notes: string[] = [];
  for (const line of output.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    if (isNote(line)) notes.push(line);
    else paths.push(listedPath(line.trimEnd()));
  }
  return paths.length === 0 || paths.length < notes.length ? null : { paths, notes };
}

function isNote(line: string): boolean {
  // A name may end with a full stop or stand in brackets, but then it has no spaces.
  return (
    line.length > 1_000 || (/\s/.test(line.trim()) && !FOLDER_MARK.test(line) && SENTENCE.test(line.trim()))
  );
}

function listedPath(line: string): ListedPath {
  const trimmed = line.trimStart();
  if (FOLDER_MARK.test(trimmed)) return { path: trimmed.replace(FOLDER_MARK, ''), isFolder: true };
  const path = trimmed.replace(FILE_MARK, '');
  const isFolder = /[\\/]$/.test(path) && path.length > 1;
  return { path: isFolder ? path.slice(0, -1) : path, isFolder };
}
