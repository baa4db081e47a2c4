import path from 'node:path';

/**
 * The files named on a command line, made absolute against the folder it was typed in.
 * Skips the program, in development also the app folder that follows it, and every switch.
 */
export function filesOf(argv: readonly string[], workingFolder: string, isPackaged: boolean): string[] {
  const files: string[] = [];
  let toSkip = isPackaged ? 0 : 1;
  let onlyFiles = false;
  for (const argument of argv.slice(1)) {
    if (!onlyFiles && argument === '--') onlyFiles = true;
    else if (!onlyFiles && argument.startsWith('-')) continue;
    else if (toSkip > 0) toSkip -= 1;
    else if (argument !== '') files.push(path.resolve(workingFolder, argument));
  }
  return files;
}
