import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';

let answer: boolean | undefined;

/** Whether this SQLite build takes `file:` names. Asked once; builds differ (compile option SQLITE_USE_URI). */
export function hasUriNames(): boolean {
  answer ??= probe();
  return answer;
}

/** The name that promises SQLite a file will not change: it then takes no lock and makes no side file. */
export function immutableName(absolutePath: string): string {
  return `${pathToFileURL(absolutePath).href}?immutable=1`;
}

/** A build without URI names looks for a file of this very name, which cannot be: its folder does not exist. */
function probe(): boolean {
  try {
    new Database('file:/no-such-folder/probe?mode=memory', { readonly: true, fileMustExist: true }).close();
    return true;
  } catch {
    return false;
  }
}
