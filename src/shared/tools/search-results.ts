/** What was found in one file. */
export interface FoundFile {
  readonly path: string;
  readonly lines: readonly FoundLine[];
}

interface FoundLine {
  readonly number: number;
  readonly text: string;
  /** Beside what was found. */
  readonly isContext: boolean;
}

const MATCH = /^(.{1,1000}?):(\d{1,9}):(.*)$/;
const CONTEXT = /^(.{1,1000}?)-(\d{1,9})-(.*)$/;
/** As OpenCode prints what it found: the path of a file on a line of its own, its lines below. */
const PATH_LINE = /^(\S.{0,1000}):$/;
const LINE_BELOW = /^ {2}Line (\d{1,9}): ?(.*)$/;

/** What a search found, and the lines beside it that tell of none. */
interface SearchResults {
  readonly files: readonly FoundFile[];
  readonly rest: readonly string[];
}

/**
 * The output of a search in the manner of grep (`path:line:text`, and `path-line-text` around it) or of OpenCode, by files.
 * Null where fewer than half of its lines have that form: then it is shown as it is.
 */
export function parseSearchResults(output: string): SearchResults | null {
  return resultsBelowPaths(output) ?? resultsByLine(output);
}

function resultsBelowPaths(output: string): SearchResults | null {
  const files: { path: string; lines: FoundLine[] }[] = [];
  const rest: string[] = [];
  for (const line of output.split(/\r?\n/)) {
    const path = PATH_LINE.exec(line)?.[1];
    const [, number, text = ''] = LINE_BELOW.exec(line) ?? [];
    if (path !== undefined) files.push({ path, lines: [] });
    else if (number === undefined) {
      if (line !== '') rest.push(line);
    } else if (files.length === 0) return null;
    else files.at(-1)?.lines.push({ number: Number(number), text, isContext: false });
  }
  // Other programs print lines that end in a colon.
  return files.length > 0 && files.every(({ lines }) => lines.length > 0) ? { files, rest } : null;
}

function resultsByLine(output: string): SearchResults | null {
  const files = new Map<string, FoundLine[]>();
  const rest: string[] = [];
  const lines = output.split(/\r?\n/).filter((line) => line !== '' && line !== '--');
  let matches = 0;
  for (const line of lines) {
    const found = MATCH.exec(line);
    const context = found ? null : contextOf(line, files);
    const [, path = '', number = '', text = ''] = found ?? context ?? [];
    if (path === '') {
      rest.push(line);
      continue;
    }
    matches += 1;
    const known = files.get(path);
    const entry = { number: Number(number), text, isContext: found === null };
    if (known) known.push(entry);
    else files.set(path, [entry]);
  }
  if (matches === 0 || matches * 2 < lines.length) return null;
  return { files: [...files].map(([path, found]) => ({ path, lines: found })), rest };
}

/** A line of context has the path of a match before it: a dash and a number alone may be anything. */
function contextOf(line: string, files: ReadonlyMap<string, unknown>): RegExpExecArray | null {
  const found = CONTEXT.exec(line);
  return found !== null && files.has(found[1] ?? '') ? found : null;
}
