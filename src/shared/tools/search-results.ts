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

/**
 * The output of a search in the manner of grep (`path:line:text`, and `path-line-text` around it), by files. Null
 * where fewer than half of its lines have that form: then it is shown as it is.
 */
export function parseSearchResults(
  output: string,
): { readonly files: readonly FoundFile[]; readonly rest: readonly string[] } | null {
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
