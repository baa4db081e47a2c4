import { isNativeArray, isNativeObject, type NativeObject } from '../../../shared/json/native';
import { headOf, type ItemHead, textsOf } from './item-head';
import { textOf } from './record';

/** Types of records that are about the session and not of it. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  'world_state',
  'dynamic_tools_updated',
  'inter_agent_communication_metadata',
  'security_risk_score',
  'realtime_item',
  'id_allocation',
]);

/** The head of a record that is neither an item nor an event. */
export function recordHead(type: string, payload: NativeObject): ItemHead {
  if (type === 'compacted')
    return headOf('compaction', textOf(payload.message) || lastReplacement(payload) || 'compacted');
  if (type === 'inter_agent_communication')
    return headOf('custom_message', textsOf(payload.content)[0] ?? 'message between agents');
  if (BOOKKEEPING.has(type)) return headOf('meta', type.replaceAll('_', ' '));
  if (type === '' && payload.record_type === 'state') return headOf('meta', 'state');
  return headOf('unknown', type);
}

/** The last text of what replaces the history: the summary stands there where it stands nowhere else. */
function lastReplacement({ replacement_history: history }: NativeObject): string {
  if (!isNativeArray(history)) return '';
  const last = history.at(-1);
  return isNativeObject(last) ? (textsOf(last.content)[0] ?? '') : '';
}
