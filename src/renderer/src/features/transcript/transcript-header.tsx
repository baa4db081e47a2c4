import { useDeferredValue, useMemo } from 'react';
import { contextTokensRow } from '../../../../shared/context/plan';
import type { FormatId } from '../../../../shared/model/format';
import { entryWords } from '../../app/format-names';
import type { SessionHeads } from '../../app/heads';
import { useMainView } from '../../app/main-view';
import type { SessionView } from '../../app/view-state';
import { Button, IconButton } from '../../ui/button';
import { MoreIcon } from '../../ui/icons';
import { spellOut } from '../../ui/invisible-characters';
import type { MenuPlace } from '../../ui/menu';
import { countOf, formatShort } from '../../ui/number-format';
import { shortId } from '../../ui/short-id';
import { UntrustedText } from '../../ui/untrusted-text';
import { ViewedLeafTag } from '../entry/leaf-tags';
import { useSessionScope } from '../entry/session-scope';
import type { ViewedPath } from '../entry/viewed-path';
import styles from './transcript-header.module.css';

interface TranscriptHeaderProps {
  format: FormatId;
  heads: SessionHeads;
  path: ViewedPath;
  view: SessionView;
  onMenu: (row: number, place: MenuPlace) => void;
}

/** Which leaf is viewed, and the way back to the one the file names. */
export function TranscriptHeader({ format, heads, path, view, onMenu }: TranscriptHeaderProps) {
  const { storedLeafRow, viewLeaf } = view;
  const id = heads.index.id(path.leaf);
  return (
    <header className={styles.header}>
      <ViewedLeafTag />
      <span className={styles.leaf}>
        leaf{' '}
        <code title={spellOut(id)}>
          <UntrustedText text={shortId(id)} />
        </code>
      </span>
      <span className={styles.count}>
        {countOf(path.rows.length, ...entryWords(format))}
        <span className={styles.path}> on this path</span>
      </span>
      <span className={styles.stored}>
        {heads.status === 'loading' && 'stored leaf pending'}
        {storedLeafRow >= 0 && storedLeafRow === path.leaf && 'the stored leaf'}
        {storedLeafRow >= 0 && storedLeafRow !== path.leaf && (
          <Button
            variant="ghost"
            title="View the leaf this file names"
            onClick={() => viewLeaf(storedLeafRow)}
          >
            Go to stored leaf
          </Button>
        )}
      </span>
      <ContextButton heads={heads} path={path} />
      <IconButton
        isSmall
        label="Actions on the viewed leaf"
        icon={<MoreIcon sizeRem={0.875} />}
        aria-haspopup="menu"
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          onMenu(path.leaf, { x: box.left, y: box.bottom + 4 });
        }}
      />
    </header>
  );
}

/** Leads to what a model would be given at the viewed leaf; with its size, where an answer tells it. */
function ContextButton({ heads, path }: Pick<TranscriptHeaderProps, 'heads' | 'path'>) {
  const { fileId, sessionId } = useSessionScope();
  const { index } = heads;
  // Another branch is on screen a frame before its size is counted: that may take a walk up the whole path.
  const counted = useDeferredValue(path);
  // The index is one growing object, but what stands on a known path does not change.
  const tokens = useMemo(() => {
    const row = contextTokensRow(index, counted.rows);
    return row < 0 ? null : index.tokens(row);
  }, [index, counted]);
  return (
    <Button
      variant="ghost"
      title={
        tokens === null
          ? 'What a model would be given at this leaf'
          : `What a model would be given at this leaf: ${countOf(tokens, 'token')}`
      }
      onClick={() => useMainView.getState().show(fileId, sessionId, { type: 'context', leaf: 'viewed' })}
    >
      Context{tokens !== null && ` ${formatShort(tokens)}`}
    </Button>
  );
}
