import { MAX_SESSIONS_LISTED } from '../../../shared/model/session';
import type { RedisConnection } from '../../stores/redis-connection';
import { sessionKeys } from '../../stores/redis-keys';
import { type ListingOptions, type PayloadStart, readFirstPayloads } from '../../stores/redis-listing';
import { ITEMS_LOOKED_AT, MAX_PARSED_BYTES, START_CHARS, titleOfPayload } from '../vv-agent/session-title';
import type { NamedSession } from './session-names';

/** The titles of the sessions that are listed, in their order; null for one without. */
export async function readTitles(
  connection: RedisConnection,
  prefix: string,
  sessions: readonly NamedSession[],
  options: ListingOptions,
): Promise<(string | null)[]> {
  const keys = sessions.slice(0, MAX_SESSIONS_LISTED).map(({ id }) => sessionKeys(prefix, id));
  const limits = { items: ITEMS_LOOKED_AT, wholeBytes: MAX_PARSED_BYTES, startBytes: START_CHARS };
  return readFirstPayloads(connection, keys, limits, titleOf, options);
}

function titleOf(starts: readonly PayloadStart[]): string | null {
  for (const { bytes, isWhole } of starts) {
    const title = titleOfPayload(bytes.toString(), isWhole);
    if (title !== null) return title;
  }
  return null;
}
