import type { EditDone } from '../../../shared/contract/editing';
import { fail, ok, type Result } from '../../../shared/contract/errors';
import type { SessionEdit } from '../../../shared/contract/session-editing';
import { isJsonArray } from '../../../shared/json/node';
import { parseJson } from '../../../shared/json/parse';
import { printJson } from '../../../shared/json/print';
import { readInput } from '../input-text';
import { JsonText, type Printable } from '../json-document';
import { notDone, type Outcome, printedAs, schemaOf } from '../outcome';
import { printableLine } from '../plain-text';
import type { SessionCommand } from '../session-arguments';
import { askFile, importArchive, writeStore } from '../store-client';

/** The commands of theway sessions: edits, forks, and what only they have. */
export async function session(command: SessionCommand): Promise<Outcome> {
  switch (command.name) {
    case 'fork':
    case 'clone':
      return made(command, await askFile(command.path, 'session.fork', command));
    case 'import':
      return made(command, await importArchive(command));
    case 'export':
      return exportSession(command);
    case 'extensions':
      return extensions(command);
    case 'append-entries': {
      const entries = readEntries(command.file);
      return edit(command, entries.ok ? ok([{ kind: 'append', entries: entries.value }]) : entries);
    }
    default:
      return edit(command, ok(command.edits));
  }
}

type Edited = Extract<SessionCommand, { edits: unknown } | { name: 'append-entries' }>;

/** Prints the ids of the entries that were written, one a line; a sentence where a row of `meta` was. */
async function edit(command: Edited, edits: Result<readonly SessionEdit[]>): Promise<Outcome> {
  const name = command.name === 'append-entries' ? 'append' : command.name;
  if (!edits.ok) return notDone(name, command.path, edits.error, command.json);
  const made: EditDone[] = [];
  for (const edit of edits.value) {
    const store = { name: command.path, prefix: null, create: false };
    const done = await writeStore(store, 'session.apply', { edit });
    if (!done.ok) return notDone(name, command.path, done.error, command.json);
    made.push(done.value);
  }
  const entries = made.flatMap((done) => done.entries);
  return printedAs(
    command.json,
    () => ({
      schema: schemaOf(name),
      path: command.path,
      entries: entries.map((entry) => new JsonText(entry)),
      messages: made.map(({ message }) => message),
    }),
    () => (entries.length > 0 ? entries.map(idOf) : made.map(({ message }) => message)).map(line).join(''),
  );
}

/** Prints the path of the new session. */
function made({ name, path, json }: SessionCommand, result: Result<{ path: string }>): Outcome {
  if (!result.ok) return notDone(name, path, result.error, json);
  return printedAs(
    json,
    () => ({ schema: schemaOf(name), path, newPath: result.value.path }),
    () => line(result.value.path),
  );
}

/** Prints the path of the archive; what has to be known of it goes to standard error. */
async function exportSession({
  path,
  json,
  out,
}: Extract<SessionCommand, { name: 'export' }>): Promise<Outcome> {
  const exported = await askFile(path, 'archive.export', { out });
  if (!exported.ok) return notDone('export', path, exported.error, json);
  const { path: archive, warning } = exported.value;
  const outcome = printedAs(
    json,
    () => ({ schema: schemaOf('export'), path, archive, warning }),
    () => line(archive),
  );
  return { ...outcome, errorOutput: json ? '' : line(warning) };
}

async function extensions({
  path,
  json,
  leafId,
}: Extract<SessionCommand, { name: 'extensions' }>): Promise<Outcome> {
  const found = await askFile(path, 'session.extensions', { leafId });
  if (!found.ok) return notDone('extensions', path, found.error, json);
  return printedAs(
    json,
    () => ({
      schema: schemaOf('extensions'),
      path,
      extensions: found.value.map(({ extensionId, stateSchemaVersion, values, steps }): Printable => {
        const state = values.map(({ key, json: value, entryId }) => ({
          key,
          value: new JsonText(value),
          entryId,
        }));
        return { extensionId, stateSchemaVersion, state, steps };
      }),
    }),
    () =>
      found.value
        .flatMap(({ extensionId, stateSchemaVersion, values, steps }) => [
          `${extensionId} (state schema ${stateSchemaVersion}):`,
          ...values.map(({ key, json: value }) => `  ${key} = ${value}`),
          ...steps.map(({ entryId, kind, summary }) => `  ${entryId} ${kind}: ${summary}`),
        ])
        .map(line)
        .join(''),
  );
}

/** The JSON texts of a JSON array of entries, or of one entry a line. */
function readEntries(file: string): Result<string[]> {
  const input = readInput(file);
  if (!input.ok) return fail('invalid-input', `${file}: ${input.message}`);
  const parsed = parseJson(input.value);
  if (parsed.ok && isJsonArray(parsed.node)) return ok(parsed.node.items.map((entry) => printJson(entry)));
  return ok(input.value.split(/\r?\n/).filter((text) => text.trim() !== ''));
}

function idOf(entry: string): string {
  // We wrote it: it is an entry.
  const { id } = JSON.parse(entry) as { id: string };
  return id;
}

function line(text: string): string {
  return `${printableLine(text)}\n`;
}
