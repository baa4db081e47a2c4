import type { EditDone } from '../../../shared/contract/editing';
import { fail, type OperationError, type Result } from '../../../shared/contract/errors';
import type { Progress } from '../../../shared/contract/state';
import type { Command } from '../arguments';
import { readInput } from '../input-text';
import { JsonText, type Printable } from '../json-document';
import { notDone, type Outcome, printedAs, schemaOf } from '../outcome';
import { printableLine } from '../plain-text';
import { upgradeStore, writeStore } from '../store-client';
import { isAddress } from '../store-target';

type WriteCommand = Extract<Command, { name: 'append' | 'commit' | 'pop' | 'clear' | 'upgrade' }>;

/** `ramify append`, `commit`, `pop`, `clear`, `upgrade`: one write, and what became of it. */
export async function write(
  command: WriteCommand,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const done = await run(command, onProgress);
  return done.ok ? outcome(command, done.value) : refused(command, done.error);
}

async function run(
  command: WriteCommand,
  onProgress: (progress: Progress) => void,
): Promise<Result<EditDone>> {
  const store = { name: command.path, prefix: command.prefix, create: false };
  switch (command.name) {
    case 'append':
    case 'commit': {
      const { sessionId, file, create } = command;
      const input = readInput(file);
      if (!input.ok) return fail('invalid-input', `${file}: ${input.message}`);
      const itemsText = input.value;
      if (command.name === 'append')
        return writeStore({ ...store, create }, 'edit.append', { sessionId, itemsText });
      const { commit, digest } = command;
      return writeStore({ ...store, create }, 'edit.commit', { sessionId, itemsText, commit, digest });
    }
    case 'pop':
      return writeStore(store, 'edit.pop', { sessionId: command.sessionId });
    case 'clear':
      if (!command.isConfirmed)
        return fail(
          'invalid-input',
          'This removes every item and commit of the session; add --yes to do it.',
        );
      return writeStore(store, 'edit.clear', { sessionId: command.sessionId, withBackup: false });
    case 'upgrade':
      return isAddress(command.path)
        ? fail('cannot-upgrade', 'What is on a Redis server has no older version.')
        : upgradeStore(command.path, onProgress);
  }
}

function outcome(command: WriteCommand, done: EditDone): Outcome {
  return printedAs(
    command.json,
    () => documentOf(command, done),
    () => textOf(command, done),
  );
}

function documentOf(command: WriteCommand, done: EditDone): Printable {
  const { outcome, itemCount, commitCount, commitId, digest, popped, backupPath, message } = done;
  return {
    schema: schemaOf(command.name),
    store: command.path,
    sessionId: 'sessionId' in command ? command.sessionId : null,
    outcome,
    itemCount,
    commitCount,
    commitId,
    digest,
    item: popped === null ? null : new JsonText(popped),
    backupPath,
    message,
  };
}

function textOf(command: WriteCommand, { outcome, popped, message }: EditDone): string {
  switch (command.name) {
    case 'commit':
      return `${outcome}\n`;
    case 'pop':
      return popped === null ? '' : `${printableLine(popped)}\n`;
    default:
      return `${printableLine(message)}\n`;
  }
}

function refused({ name, path, json }: WriteCommand, error: OperationError): Outcome {
  return notDone(name, path, error, json);
}
