import type { Usage } from '../../../../shared/model/body';
import { formatCount } from '../../ui/number-format';
import { Fact } from './fact';

/** Tokens and cost as the record states them; what it does not say is left out. */
export function UsageFacts({ usage }: { usage: Usage }) {
  const counts = [
    { name: 'Tokens in', count: usage.input },
    { name: 'Tokens out', count: usage.output },
    { name: 'Cache read', count: usage.cacheRead },
    { name: 'Cache write', count: usage.cacheWrite },
    { name: 'Tokens total', count: usage.total },
  ];
  return (
    <>
      {counts.map(
        ({ name, count }) =>
          count !== null && (
            <Fact key={name} name={name}>
              {formatCount(count)}
            </Fact>
          ),
      )}
      {usage.cost !== null && <Fact name="Cost">${usage.cost}</Fact>}
    </>
  );
}
