import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { OpenFile } from '../../../../shared/contract/state';
import type { FamilyMember } from '../../../../shared/contract/theway-editing';
import { call } from '../../app/bridge';

/** How long a reading of the folder is good for: others write there too. */
const STALE_MS = 10_000;

/** The sessions in the folder of an open one, each after the one it was forked from. */
export function useFamily(
  { fileId, generation }: Pick<OpenFile, 'fileId' | 'generation'>,
  isWanted = true,
): UseQueryResult<FamilyMember[]> {
  return useQuery({
    queryKey: ['family', fileId, generation],
    queryFn: () => call('session.family', { fileId }),
    enabled: isWanted,
    staleTime: STALE_MS,
    refetchOnMount: true,
  });
}
