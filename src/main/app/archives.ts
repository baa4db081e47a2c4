import { randomUUID } from 'node:crypto';
import { fail, ok, type Result } from '../../shared/contract/errors';
import type { ChosenArchive } from '../../shared/contract/theway-editing';
import { startDataProcess } from './data-host';

/** The session is written in one transaction, which shows no progress. */
const IMPORT_DEADLINE_MS = 120_000;

/** The archives a user has picked; the page names them by an id, never by a path. */
export class Archives {
  readonly #paths = new Map<string, string>();
  readonly #exported = new Set<string>();

  /** Looks into an archive; writes nothing. */
  async look(path: string): Promise<Result<ChosenArchive>> {
    const client = startDataProcess('job');
    const preview = await client.request('archive.preview', { path });
    client.close();
    if (!preview.ok) return preview;
    const archiveId = randomUUID();
    this.#paths.set(archiveId, path);
    return ok({ archiveId, preview: preview.value });
  }

  async import(archiveId: string, toDir: string, activate: boolean): Promise<Result<{ path: string }>> {
    const path = this.#paths.get(archiveId);
    if (path === undefined) return fail('invalid-input', 'This archive was not picked here.');
    const client = startDataProcess('job');
    const input = { path, toDir, activate };
    const imported = await client.request('archive.import', input, { deadlineMs: IMPORT_DEADLINE_MS });
    client.close();
    return imported;
  }

  /** Remembers an archive that was written, so that the page may ask to see it. */
  exported(path: string): void {
    this.#exported.add(path);
  }

  wasExported(path: string): boolean {
    return this.#exported.has(path);
  }
}

/** Whether a file is opened as an archive rather than as a session: by its name, since it is looked into then. */
export function isArchiveName(path: string): boolean {
  return path.toLowerCase().endsWith('.theway-session');
}
