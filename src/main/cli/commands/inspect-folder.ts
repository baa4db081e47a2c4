import fs from 'node:fs';
import path from 'node:path';
import type { Progress } from '../../../shared/contract/state';
import { listSessionFiles } from '../../library/session-files';
import { JsonText } from '../json-document';
import { type Outcome, printed, printedAs, schemaOf } from '../outcome';
import { printableLine } from '../plain-text';
import { withFile } from '../with-session';
import { inspect } from './inspect';

/** Whether a path is that of a folder. */
export function isFolder(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** `ramify inspect FOLDER`: every file in it, the one written last first. */
export async function inspectFolder(
  folder: string,
  json: boolean,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const { files, isCut } = await listSessionFiles(folder);
  const outcomes: Outcome[] = [];
  for (const { path: file } of files) {
    onProgress({ label: 'Looking at files', done: outcomes.length, total: files.length, unit: 'files' });
    const request = { name: 'inspect', path: file, prefix: null, json };
    outcomes.push(
      await withFile(
        request,
        () => undefined,
        (context) => (json ? inspect(context, true) : Promise.resolve(printed(lineOf(context.summary)))),
      ),
    );
  }
  return printedAs(
    json,
    () => ({
      schema: schemaOf('inspect'),
      path: folder,
      files: outcomes.map(({ output }) => new JsonText(output.trim())),
    }),
    () =>
      [
        ...outcomes.map(({ output, errorOutput }) => `${(output || errorOutput).trim()}`),
        `${files.length} ${files.length === 1 ? 'file' : 'files'}${isCut ? ', and more that are not listed' : ''}`,
        '',
      ].join('\n'),
  );
}

function lineOf(summary: Parameters<typeof inspect>[0]['summary']): string {
  const { path: file, format, formatVersion, sessions, sessionCount } = summary;
  const version = formatVersion === null ? '' : ` ${formatVersion}`;
  const titles = sessions.slice(0, 3).map(({ title }) => title ?? '(no title)');
  const count = sessionCount === 1 ? '' : `, ${sessionCount} sessions`;
  return printableLine(`${path.resolve(file)}: ${format}${version}${count}: ${titles.join(', ')}`);
}
