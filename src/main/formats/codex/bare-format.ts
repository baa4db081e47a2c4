import type { LineFormat } from '../line-session/line-format';
import { lineTextFormat } from '../line-session/text-format';
import { codexContent } from './content';
import { NO_PARTS } from './earlier-parts';
import { CodexReader } from './reader';
import { isBareHeader, isBareItem, mayBeCutHeader } from './record';

/** Rollouts of May to September 2025: a header and the items themselves. */
export const bareRollout: LineFormat = {
  id: 'codex',
  detect: ([first, ...others]) =>
    first !== undefined && (isBareHeader(first) || (mayBeCutHeader(first) && others.some(isBareItem))),
  isRecord: isBareItem,
  repeatedId: 'another-entry',
  reader: () => new CodexReader(NO_PARTS),
  content: (records, places) => codexContent(NO_PARTS, records, places),
};

export const bareCodexFormat = lineTextFormat(bareRollout);
