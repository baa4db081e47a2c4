import { touchedFiles } from '../compare/files-touched';
import { NO_ARGUMENTS, parseArguments } from './arguments';
import { familyOf } from './family';

/** What a tool call does to a file: `write` puts a whole text in its place, `edit` changes, moves or deletes it. */
export const FILE_USES = ['read', 'write', 'edit'] as const;
export type FileUse = (typeof FILE_USES)[number];

/** A file that a tool call is about. */
export interface UsedFile {
  /** As it stands in the arguments: relative to whatever the tool runs in. */
  readonly path: string;
  readonly use: FileUse;
}

/** The files a tool call names, and what it does to each, by the tool's name and the JSON text of its arguments. */
export function fileUses(toolName: string, argumentsText: string): UsedFile[] {
  const touched = touchedFiles(toolName, argumentsText);
  // Most calls name none: their arguments need not be looked at again.
  if (touched.length === 0) return [];
  const isWrite = familyOf(toolName, parseArguments(argumentsText) ?? NO_ARGUMENTS) === 'write';
  return touched.map(({ path, isChange }) => ({
    path,
    use: !isChange ? 'read' : isWrite ? 'write' : 'edit',
  }));
}
