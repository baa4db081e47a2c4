import type { OperationError } from '../../shared/contract/errors';
import { problemWords } from '../../shared/model/problem-words';
import type { Check, Problem, ProblemKind } from '../../shared/model/report';
import { type Printable, printDocument } from './json-document';
import { printableLine } from './plain-text';

/** Exit codes of every command. */
export const EXIT = { fine: 0, problems: 1, cannotOpen: 2, usage: 64 } as const;

/** What a command prints, and how it ends. */
export interface Outcome {
  readonly exitCode: number;
  readonly output: string;
  readonly errorOutput: string;
}

export function printed(output: string, exitCode: number = EXIT.fine): Outcome {
  return { exitCode, output, errorOutput: '' };
}

export function failed(message: string, exitCode: number = EXIT.cannotOpen): Outcome {
  return { exitCode, output: '', errorOutput: `${printableLine(message)}\n` };
}

/** The document of a command, or what it says for people. */
export function printedAs(
  json: boolean,
  document: () => Printable,
  text: () => string,
  exitCode?: number,
): Outcome {
  return printed(json ? `${printDocument(document())}\n` : text(), exitCode);
}

/** A file, session or leaf that cannot be had: exit 2, as a document with `--json`. */
export function cannotOpen(
  command: string,
  path: string,
  error: OperationError,
  json: boolean,
  problems: readonly Problem[] = [],
): Outcome {
  const shown = withoutAccess(path);
  if (!json) return failed(`${shown}: ${error.message}`);
  const document = {
    schema: schemaOf(command),
    path: shown,
    error: { code: error.code, message: error.message },
    checks: [],
    problems: problems.map(problemDocument),
  };
  return printed(`${printDocument(document)}\n`, EXIT.cannotOpen);
}

/** What could not be done to a store: `code: message`, exit 1; with `--json` the document of it as well. */
export function notDone(command: string, store: string, error: OperationError, json: boolean): Outcome {
  const { code, message } = error;
  // The reference's own texts start with their code.
  const sentence = message.startsWith(`${code}: `) ? message : `${code}: ${message}`;
  const said = failed(sentence, EXIT.problems);
  if (!json) return said;
  const document = { schema: schemaOf(command), store: withoutAccess(store), error: { code, message } };
  return { ...said, output: `${printDocument(document)}\n` };
}

/** An address as it may stand in a log: a password that was typed into it is refused, and not repeated. */
function withoutAccess(name: string): string {
  return name.replace(/^(rediss?:(?:\/\/)?).*@/is, '$1…@');
}

export function schemaOf(command: string): string {
  return `ramify.${command}.v1`;
}

export function checkDocument({ id, verdict, expected, found }: Check): Printable {
  return { id, verdict, expected, found };
}

export function problemDocument(problem: Problem): Printable {
  const { code, severity, sessionId, entryId, line, byteOffset, rowId, message } = problem;
  return { code, severity, sessionId, entryId, line, byteOffset, rowId, message };
}

const VERDICT_MARK = { ok: '✓', warning: '!', failed: '✗', 'not-applicable': '–' } as const;

export function checkLine({ title, verdict, expected, found }: Check): string {
  const line = `${VERDICT_MARK[verdict]} ${title}: ${found}`;
  return printableLine(
    verdict === 'failed' || verdict === 'warning' ? `${line} (expected ${expected})` : line,
  );
}

export function problemLine({ severity, sessionId, entryId, line, byteOffset, message }: Problem): string {
  const ids = [sessionId, entryId].filter((part) => part !== null).join(' / ');
  const place = [
    `${severity}${ids === '' ? '' : ` in ${ids}`}`,
    ...(line === null ? [] : [`line ${line}`]),
    ...(byteOffset === null ? [] : [`byte ${byteOffset}`]),
  ].join(', ');
  return printableLine(`${place}: ${message}`);
}

export function kindDocument({ code, severity, count }: ProblemKind): Printable {
  return { code, severity, count };
}

const SEVERITY_MARK = { error: '✗', warning: '!', note: 'i' } as const;

/** How often something is wrong, in the words of the window. */
export function kindLine({ code, severity, count }: ProblemKind): string {
  return printableLine(
    `${SEVERITY_MARK[severity]} ${count} ${problemWords(code, count)} (${code}, ${severity})`,
  );
}
