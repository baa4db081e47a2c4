import { useCallback, useMemo, useState } from 'react';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { useActions } from '../../app/actions';
import type { SessionPaneProps } from '../../app/session-pane';
import { PROGRESS_AFTER_MS, useElapsed } from '../../app/use-elapsed';
import { choiceKey, type SessionView, useSessionView, useViewState } from '../../app/view-state';
import { EmptyState } from '../../ui/empty-state';
import type { MenuPlace } from '../../ui/menu';
import { useEntryMenu } from '../entry/entry-menu';
import { type SessionScope, SessionScopeProvider, useScopeOf } from '../entry/session-scope';
import { sessionTree } from '../entry/session-tree';
import { useViewedPath, type ViewedPath } from '../entry/viewed-path';
import { type CopyCommands, copyActions } from './copy-actions';
import { copyEntries } from './copy-entries';
import { type JumpTopic, jumpActions, topicActions } from './jump-actions';
import { useSessionTail } from './session-tail';
import { TailView } from './tail-view';
import { TranscriptHeader } from './transcript-header';
import { TranscriptList } from './transcript-list';
import { usePathJumps } from './use-path-jumps';

const NO_TOPIC: JumpTopic = { at: null, tool: null, file: null };

/** The menu of an entry, with the ways on from the call that is pointed at. */
function useTranscriptMenu(
  pane: SessionPaneProps,
  view: SessionView,
  jumps: ReturnType<typeof usePathJumps>,
  copies: CopyCommands,
) {
  const [topic, setTopic] = useState(NO_TOPIC);
  const moreActions = useCallback(
    (row: number) => [...copyActions(true, row, copies), ...topicActions(topic, jumps)],
    [topic, jumps, copies],
  );
  const { menu, open } = useEntryMenu(pane, view, moreActions);
  const openMenu = useCallback(
    (row: number, place: MenuPlace, block: number | null = null) => {
      const show = (found: JumpTopic) => {
        setTopic(found);
        open(row, place);
      };
      // What the call is about may have to be read; a menu that cannot say it has the rest.
      jumps.topicOf(row, block).then(show, () => show(NO_TOPIC));
    },
    [jumps, open],
  );
  return { menu, openMenu };
}

interface Copies extends CopyCommands {
  copyRows(rows: readonly number[]): void;
}

/** Copying of whole entries, also of those that are not drawn. */
function useCopies(scope: SessionScope, index: SessionIndex, path: ViewedPath): Copies {
  return useMemo(() => {
    const entriesOf = (rows: Iterable<number>) => Array.from(rows, (row) => ({ row, kind: index.kind(row) }));
    return {
      copyPath: () => void copyEntries(scope, entriesOf(path.rows), 'markdown'),
      copyMessage: (row) => void copyEntries(scope, entriesOf([row]), 'text'),
      copyRows: (rows) => void copyEntries(scope, entriesOf(rows), 'markdown'),
    };
  }, [scope, index, path]);
}

/** The conversation from a root to the viewed leaf. */
export function TranscriptPane(pane: SessionPaneProps) {
  const { file, session, heads } = pane;
  const view = useSessionView(file.fileId, session.id, heads);
  const choice = useViewState((state) => state.choices[choiceKey(file.fileId, session.id)]);
  const path = useViewedPath(file.fileId, session.id, heads, view);
  const scope = useScopeOf(file, session.id, pane.since);
  const jumps = usePathJumps(scope, heads.index, path, view.selectEntry);
  const hasPath = path.rows.length > 0;
  const copies = useCopies(scope, heads.index, path);
  const { selectedRow } = view;
  const actions = useMemo(
    () => [...jumpActions(hasPath, jumps), ...copyActions(hasPath, selectedRow, copies)],
    [hasPath, jumps, selectedRow, copies],
  );
  useActions('transcript', actions);
  const { menu, openMenu } = useTranscriptMenu(pane, view, jumps, copies);
  const isSlow = useElapsed(PROGRESS_AFTER_MS, heads.status);

  const tail = useSessionTail(scope, heads.status === 'loading' && !hasPath);

  if (!hasPath) {
    if (heads.status !== 'loading')
      return <EmptyState title="Nothing to show">This session has no entries.</EmptyState>;
    if (tail !== null) return <TailView tail={tail} />;
    return (
      isSlow && (
        <EmptyState title="Reading entries">
          Choose one in the tree, or wait for the end of the session.
        </EmptyState>
      )
    );
  }
  return (
    <SessionScopeProvider file={file} sessionId={session.id} since={pane.since}>
      <TranscriptHeader
        format={file.summary.format}
        heads={heads}
        path={path}
        view={view}
        onMenu={openMenu}
      />
      <TranscriptList
        // Stays when entries are only added: nothing moves that is being read.
        key={pane.since}
        tree={sessionTree(heads)}
        heads={heads}
        path={path}
        view={view}
        // A new object each time an entry is chosen, the same entry included.
        chosen={choice?.selected ?? null}
        onMenu={openMenu}
        onCopy={copies.copyRows}
      />
      {menu}
    </SessionScopeProvider>
  );
}
