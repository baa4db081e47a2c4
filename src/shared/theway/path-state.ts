import { textField } from '../content/fields';
import { isJsonObject, memberValue } from '../json/node';
import type { SessionEntry } from './session-entry';

/** The model a path ends with. */
export interface PathModel {
  readonly provider: string;
  readonly modelId: string;
}

/**
 * The model at the end of a path: whichever comes last, a `model_change` or an assistant message that names its
 * provider and model; null when neither is there. Contract, section 2.
 */
export function modelAt(path: readonly SessionEntry[]): PathModel | null {
  for (let at = path.length - 1; at >= 0; at -= 1) {
    const model = modelOf(path[at]);
    if (model !== null) return model;
  }
  return null;
}

/** The thinking level at the end of a path: the latest change, else `off`. Contract, section 2. */
export function thinkingLevelAt(path: readonly SessionEntry[]): string {
  const change = path.findLast(({ type }) => type === 'thinking_level_change');
  return (change && textField(change.object, 'thinkingLevel')) ?? 'off';
}

function modelOf(entry: SessionEntry | undefined): PathModel | null {
  if (entry?.type === 'model_change')
    return modelFrom(textField(entry.object, 'provider'), textField(entry.object, 'modelId'));
  const message = entry?.type === 'message' ? memberValue(entry.object, 'message') : undefined;
  if (!isJsonObject(message) || textField(message, 'role') !== 'assistant') return null;
  return modelFrom(textField(message, 'provider'), textField(message, 'model'));
}

function modelFrom(provider: string | null, modelId: string | null): PathModel | null {
  return provider === null || modelId === null ? null : { provider, modelId };
}
