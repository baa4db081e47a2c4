import path from 'node:path';
import { isEntryLink } from '../../shared/links/entry-link';

/** What a start asks for. */
export interface StartArguments {
  /** Absolute paths of files to open. */
  readonly paths: string[];
  /** Links to entries, as they were given. */
  readonly links: string[];
}

/**
 * The files and links named on a command line, files made absolute against the folder it was typed in. Skips the
 * program, in development also the app folder that follows it, and every switch.
 */
export function startArguments(
  argv: readonly string[],
  workingFolder: string,
  isPackaged: boolean,
): StartArguments {
  const paths: string[] = [];
  const links: string[] = [];
  let toSkip = isPackaged ? 0 : 1;
  let hasDashes = false;
  for (const argument of argv.slice(1)) {
    if (!hasDashes && argument === '--') hasDashes = true;
    else if (!hasDashes && argument.startsWith('-')) continue;
    else if (toSkip > 0) toSkip -= 1;
    else if (isEntryLink(argument)) links.push(argument);
    else if (argument !== '') paths.push(path.resolve(workingFolder, argument));
  }
  return { paths, links };
}
