import type { ExtensionView } from '../../shared/contract/theway-editing';
import { printJson } from '../../shared/json/print';
import { type ExtensionStep, replayExtensions } from '../../shared/theway/extension-state';
import type { SessionReader } from './session';
import { ruled } from './session-error';

/** The state of every extension at a leaf, for people; null is the active leaf. Any bad envelope on the path is an error. */
export function extensionViews(session: SessionReader, leafId: string | null): ExtensionView[] {
  const path = session.pathToRoot(leafId ?? session.activeLeafId());
  return ruled(replayExtensions(path)).map(({ extensionId, stateSchemaVersion, values, steps }) => ({
    extensionId,
    stateSchemaVersion,
    values: [...values].map(([key, { value, entryId }]) => ({ key, json: printJson(value), entryId })),
    steps: steps.map(({ entryId, originSequence, act }) => ({
      entryId,
      originSequence,
      kind: act.kind,
      summary: summaryOf(act),
    })),
  }));
}

function summaryOf(act: ExtensionStep['act']): string {
  switch (act.kind) {
    case 'state_mutation':
      return act.value === undefined ? `delete ${act.key}` : `${act.key} = ${printJson(act.value)}`;
    case 'custom_event':
      return `${act.customType} ${act.eventId}: ${printJson(act.payload)}`;
    case 'model_context':
      return `${act.placement} ${act.contextId}: ${printJson(act.content)}`;
    case 'state_migration':
      return `from version ${act.from} to ${act.to}`;
  }
}
