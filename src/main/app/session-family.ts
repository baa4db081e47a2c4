import type { Result } from '../../shared/contract/errors';
import type { FamilyMember } from '../../shared/contract/theway-editing';
import { startDataProcess } from './data-host';
import type { DatabaseCopies } from './database-copies';

/** The sessions beside an open one. The page may open those it was shown, and no other file. */
export class SessionFamily {
  readonly #copies: DatabaseCopies;
  readonly #shown = new Map<string, ReadonlySet<string>>();

  constructor(copies: DatabaseCopies) {
    this.#copies = copies;
  }

  async list(fileId: string, path: string): Promise<Result<FamilyMember[]>> {
    const client = startDataProcess('job');
    const members = await client.request('session.family', { path, cacheDir: this.#copies.folder });
    client.close();
    this.#copies.deleteSoon();
    if (members.ok) this.#shown.set(fileId, new Set(members.value.map((member) => member.path)));
    return members;
  }

  has(fileId: string, path: string): boolean {
    return this.#shown.get(fileId)?.has(path) ?? false;
  }
}
