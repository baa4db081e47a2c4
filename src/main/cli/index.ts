/** The command line: plain Node, no display, the same readers as the window. */

import { version } from '../../../package.json';
import type { Progress } from '../../shared/contract/state';
import { type Command, parseCommand } from './arguments';
import { compare } from './commands/compare';
import { conformance } from './commands/conformance';
import { context } from './commands/context';
import { digest, printCommitId } from './commands/digest';
import { inspect } from './commands/inspect';
import { inspectFolder, isFolder } from './commands/inspect-folder';
import { session } from './commands/session';
import { sessions } from './commands/sessions';
import { show } from './commands/show';
import { tree } from './commands/tree';
import { verify } from './commands/verify';
import { write } from './commands/write';
import { HELP } from './help';
import { EXIT, failed, notDone, type Outcome, printed } from './outcome';
import { withFile } from './with-session';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `ramify tree … | head` closes the pipe early; that is no failure.
  if (error.code === 'EPIPE') process.exit(EXIT.fine);
  throw error;
});

const parsed = parseCommand(process.argv.slice(2));
const outcome = parsed.ok
  ? await run(parsed.command)
  : failed(`${parsed.message} See ramify --help.`, EXIT.usage);
clearProgress();
process.stderr.write(outcome.errorOutput);
process.exitCode = outcome.exitCode;
process.stdout.write(outcome.output);

function run(command: Command): Promise<Outcome> | Outcome {
  switch (command.name) {
    case 'help':
      return printed(HELP);
    case 'version':
      return printed(`${version}\n`);
    case 'digest':
      return digest(command.path);
    case 'commit-id':
      return printCommitId(command.key);
    case 'inspect':
      if (isFolder(command.path)) return inspectFolder(command.path, command.json, showProgress);
      return withFile(command, showProgress, (file) => inspect(file, command.json));
    case 'verify':
      return withFile(command, showProgress, (file) => verify(file, command.json));
    case 'tree':
      return withFile(command, showProgress, (file) => tree(file, command.sessionId, command.json));
    case 'show':
      return withFile(command, showProgress, (file) => show(file, command));
    case 'context':
      return withFile(command, showProgress, (file) => context(file, command), notDone);
    case 'compare':
      return compare(command, showProgress);
    case 'sessions':
      return sessions(command, showProgress);
    case 'append':
    case 'commit':
    case 'pop':
    case 'clear':
    case 'upgrade':
      return write(command, showProgress);
    case 'conformance':
      return conformance(command);
    case 'leaf':
    case 'label':
    case 'rename':
    case 'bind':
    case 'collapse':
    case 'append-entries':
    case 'fork':
    case 'clone':
    case 'export':
    case 'import':
    case 'extensions':
      return session(command);
  }
}

/** On a terminal, one line that is written over; never into a file or a pipe. */
function showProgress({ label, done, total, unit }: Progress): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r\u001b[K${label}: ${done}${total === null ? '' : ` of ${total}`} ${unit}`);
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}
