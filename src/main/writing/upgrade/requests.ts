import type { EditDone, UpgradePreview } from '../../../shared/contract/editing';
import { ok, type Result } from '../../../shared/contract/errors';
import type { Progress } from '../../../shared/contract/state';
import { SessionStoreError } from '../../stores/store-error';
import { EditableFile } from '../editable-file';
import { WRITTEN_SINCE } from '../editable-store';
import { counted, NOTHING, StoreEditor } from '../store-editor';
import { contentOf, lookInto } from './content';
import type { UpgradeFacts } from './facts';
import { isSameContent } from './fingerprint';
import { undoUpgrade } from './undo';
import { previewUpgrade, upgradeStore } from './upgrade';

interface Watching {
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
}

const GENERATIONS = { v1: 'older (version 1)', legacy: 'oldest (item_json)' } as const;

/** What an upgrade would change, for the dialog. */
export async function previewStoreUpgrade(
  path: string,
  cacheDir: string,
  { signal, progress }: Watching,
): Promise<Result<UpgradePreview>> {
  const preview = await previewUpgrade(path, { cacheDir, signal, onProgress: progress });
  if (!preview.ok) return preview;
  const { from, items, rewritten, changes } = preview.value;
  return ok({
    from: GENERATIONS[from],
    itemCount: items,
    rewrittenCount: rewritten,
    rewritten: changes.map(({ sessionId, itemIndex, before, after }) => ({
      sessionId,
      itemIndex,
      before: before.text,
      after: after.text,
    })),
    schemaChanges: schemaChanges(preview.value),
  });
}

/** Upgrades a file, and gives the editor that can take it back. */
export async function runStoreUpgrade(
  path: string,
  cacheDir: string,
  { signal, progress }: Watching,
): Promise<Result<{ done: EditDone; editor: StoreEditor }>> {
  const upgraded = await upgradeStore(path, { cacheDir, signal, onProgress: progress });
  if (!upgraded.ok) return upgraded;
  const { backupPath, after, items, rewritten, version } = upgraded.value;
  const options = { cacheDir, signal: new AbortController().signal, onProgress: () => {} };
  const editor = new StoreEditor(new EditableFile(path, { create: false, reader: null }));
  editor.add({
    label: `upgrade to version ${version}`,
    refusal: async () => {
      const now = await lookInto(path, options, contentOf);
      return now.ok && isSameContent(now.value, after) ? null : WRITTEN_SINCE;
    },
    undo: async () => {
      const undone = await undoUpgrade(path, upgraded.value, options);
      if (undone.ok) return;
      const { code, message, detail } = undone.error;
      throw new SessionStoreError(code, message, detail);
    },
  });
  const message = `Upgraded to version ${version}: ${counted(items, 'item')}, ${rewritten} written anew. The file as it was is beside it.`;
  const done: EditDone = { ...NOTHING, outcome: 'upgraded', message, itemCount: items, backupPath };
  return ok({ done, editor });
}

function schemaChanges({ createdTables, createdIndexes, version, notes }: UpgradeFacts): string[] {
  return [
    ...createdTables.map((name) => `The table ${name} is made.`),
    ...createdIndexes.map((name) => `The index ${name} is made.`),
    `The version becomes ${version}.`,
    ...notes,
  ];
}
