import { MAX_SESSIONS_LISTED } from '../../../shared/model/session';
import type { RedisConnection } from '../../stores/redis/connection';
import { sessionKeys } from '../../stores/redis/keys';
import { type ListingOptions, type PayloadStart, readFirstPayloads } from '../../stores/redis/listing';
import { ITEMS_LOOKED_AT, MAX_PARSED_BYTES, START_CHARS, titleOfPayload } from '../vv-agent/session-title';
import type { NamedSession } from './session-names';

/** The titles of the sessions that are listed, by name; those without have none. */
export async function readTitles(
  connection: RedisConnection,
  prefix: string,
  sessions: readonly NamedSession[],
  options: ListingOptions,
): Promise<ReadonlyMap<string, string>> {
  const shown = sessions.slice(0, MAX_SESSIONS_LISTED).filter(({ itemCount }) => itemCount > 0);
  const keys = shown.map(({ id }) => sessionKeys(prefix, id));
  const limits = { items: ITEMS_LOOKED_AT, wholeBytes: MAX_PARSED_BYTES, startBytes: START_CHARS };
  const titles = await readFirstPayloads(connection, keys, limits, titleOf, options);
  const byName = new Map<string, string>();
  for (const [place, { name }] of shown.entries()) {
    const title = titles[place];
    if (title) byName.set(name, title);
  }
  return byName;
}

function titleOf(starts: readonly PayloadStart[]): string | null {
  for (const { bytes, isWhole } of starts) {
    const title = titleOfPayload(bytes.toString(), isWhole);
    if (title !== null) return title;
  }
  return null;
}
