import type { OpenFile } from '../../../shared/contract/state';
import { READ_ONLY_KIND } from '../../../shared/model/abilities';

/** Why nothing can be written to a file now; null when it can. */
export function editingRefusal(file: OpenFile | null): string | null {
  if (file === null) return 'No file is open.';
  if (file.status !== 'open') return 'This file could not be read.';
  switch (file.editing) {
    case 'impossible':
      return file.summary.abilities.readOnlyReason ?? READ_ONLY_KIND;
    case 'upgrade-first':
      return 'Its schema is of an older version: upgrade it first.';
    case 'off':
      return 'Editing is off for this file.';
    case 'on':
      return null;
  }
}
