import { CODE_TOKENS, type CodeRuns, type CodeToken } from '../../workers/code-runs';

/** A piece of a line of code. */
interface CodePiece {
  readonly text: string;
  readonly token: CodeToken;
}

export type CodeLine = readonly CodePiece[];

/** The lines of a code with their colours; what ends with a line break has an empty line after it. */
export function colouredLines(text: string, { ends, tokens }: CodeRuns): readonly CodeLine[] {
  const lines: CodePiece[][] = [];
  let line: CodePiece[] = [];
  let start = 0;
  for (let run = 0; run < ends.length; run += 1) {
    const end = ends[run] ?? start;
    const token = CODE_TOKENS[tokens[run] ?? 0] ?? 'plain';
    while (start < end) {
      const lineBreak = text.indexOf('\n', start);
      const isBroken = lineBreak !== -1 && lineBreak < end;
      const pieceEnd = isBroken ? lineBreak : end;
      if (pieceEnd > start) line.push({ text: text.slice(start, pieceEnd), token });
      start = isBroken ? lineBreak + 1 : end;
      if (!isBroken) continue;
      lines.push(line);
      line = [];
    }
  }
  // What a grammar left out is plain, never missing.
  const rest = text.slice(start).split('\n');
  for (const [at, plain] of rest.entries()) {
    if (plain !== '') line.push({ text: plain, token: 'plain' });
    if (at === rest.length - 1) continue;
    lines.push(line);
    line = [];
  }
  lines.push(line);
  return lines;
}
