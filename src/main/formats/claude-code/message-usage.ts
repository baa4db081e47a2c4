import { numberField, textField } from '../../../shared/content/fields';
import { isJsonNumber, isJsonObject, type JsonObject, memberValue } from '../../../shared/json/node';
import type { Usage } from '../../../shared/model/body';

/** The usage of a message; null for one that no model wrote. */
export function usageOf(message: JsonObject): Usage | null {
  const usage = memberValue(message, 'usage');
  if (!isJsonObject(usage) || textField(message, 'model') === '<synthetic>') return null;
  return {
    input: numberField(usage, 'input_tokens'),
    output: numberField(usage, 'output_tokens'),
    cacheRead: numberField(usage, 'cache_read_input_tokens'),
    cacheWrite: cacheCreation(usage),
    total: null,
    cost: null,
  };
}

/** Some releases wrote no total beside its parts. */
function cacheCreation(usage: JsonObject): number | null {
  const total = numberField(usage, 'cache_creation_input_tokens');
  const parts = memberValue(usage, 'cache_creation');
  if (!isJsonObject(parts)) return total;
  const counts = parts.members.flatMap(({ value }) => (isJsonNumber(value) ? [Number(value.literal)] : []));
  const sum = counts.reduce((all, count) => all + count, 0);
  return Math.max(total ?? 0, sum);
}
