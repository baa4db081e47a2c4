import type { Abilities } from '../../../shared/model/abilities';
import { SCHEMA_VERSION } from '../../../shared/vv-agent/schema';

/** What can be done to a store whose schema says it is of this version: older ones are upgraded first. */
export function storeAbilities(version: number): Abilities {
  const isKnown = version >= 0 && version <= SCHEMA_VERSION;
  return {
    changes: ['items'],
    copies: [],
    readOnlyReason: isKnown
      ? null
      : 'A store of this version is only read: it is later than those known here.',
    mustUpgrade: isKnown && version < SCHEMA_VERSION,
  };
}
