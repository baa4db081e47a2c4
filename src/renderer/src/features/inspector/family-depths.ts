import type { FamilyMember } from '../../../../shared/contract/theway-editing';

/** How many sessions each was forked from, one out of the other; a parent stands before its children. */
export function familyDepths(members: readonly Pick<FamilyMember, 'parent'>[]): readonly number[] {
  const depths: number[] = [];
  for (const { parent } of members) depths.push(parent === null ? 0 : (depths[parent] ?? -1) + 1);
  return depths;
}
