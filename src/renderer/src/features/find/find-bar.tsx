import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { MAX_QUERY_CHARS } from '../../../../shared/contract/find';
import { useFindState } from '../../app/find-state';
import { useMainView } from '../../app/main-view';
import type { SessionPaneProps } from '../../app/session-pane';
import { useSessionView } from '../../app/view-state';
import { announce } from '../../ui/announcer';
import { IconButton } from '../../ui/button';
import { ChevronDownIcon, ChevronUpIcon, CloseIcon } from '../../ui/icons';
import { isMac } from '../../ui/platform';
import { TextInput } from '../../ui/text-input';
import { useViewedPath } from '../entry/viewed-path';
import styles from './find-bar.module.css';
import { FindNotes } from './find-notes';
import { MatchOptions, ScopeChoice } from './find-options';
import { FindStatus } from './find-status';
import { firstOnPath, type HitPlace, hitAt, listHits, numberOf, stepFrom, totalOf } from './hit-list';
import { useCurrentHit, useShownState } from './use-current-hit';
import { useMarks } from './use-marks';
import { useSearch } from './use-search';

/** Find in session: over the transcript while it is open. */
export function FindBar(pane: SessionPaneProps) {
  const isOpen = useFindState((state) => state.isOpen);
  return isOpen ? <OpenBar {...pane} /> : null;
}

function OpenBar(pane: SessionPaneProps) {
  const { file, session, heads } = pane;
  const { query: typed, scope, asked, opened, change, close } = useFindState();
  const view = useSessionView(file.fileId, session.id, heads);
  const path = useViewedPath(file.fileId, session.id, heads, view);
  const search = useSearch(pane, typed);
  const { found } = search;
  const list = useMemo(() => listHits(found, path.rows, scope === 'path'), [found, path, scope]);
  const [current, setCurrent] = useState<HitPlace | null>(null);
  const hit = useCurrentHit(pane, search.query, current);
  const [isShown, tellShown] = useShownState(hit);
  useMarks(pane, search.query, hit, tellShown);
  const input = useFocusedInput(opened);

  // Another query begins where the reader is.
  const [lastQuery, setLastQuery] = useState(search.query);
  if (lastQuery !== search.query) {
    setLastQuery(search.query);
    setCurrent(null);
  }
  const begin = useEffectEvent(() => {
    if (current !== null || search.fault !== null || typed !== search.query) return;
    const from = topRow();
    const next =
      firstOnPath(list, path.rows, from) ?? (found.status === 'searching' ? null : firstAnywhere());
    if (next !== null) setCurrent(next);
  });
  const firstAnywhere = () => firstOnPath(list, path.rows, 0) ?? hitAt(list, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again whenever more was found
  useEffect(() => begin(), [list]);

  const isElsewhere = current !== null && !path.has(current.row);
  function step(direction: 1 | -1) {
    const next = current === null ? hitAt(list, 0) : stepFrom(list, current, direction);
    // A new object also where there is but one hit: it is gone to again.
    if (next !== null) setCurrent({ ...next });
  }
  const stepAsked = useEffectEvent(step);
  useEffect(() => {
    if (asked !== null) stepAsked(asked.step);
  }, [asked]);
  /** Shows the branch of the hit, where that is another one. */
  function viewBranch() {
    if (current === null) return;
    view.selectEntry(current.row);
    setCurrent({ ...current });
  }

  const number = current === null ? -1 : numberOf(list, current);
  useEffect(() => {
    if (isElsewhere) announce('On another branch. Enter views it.');
  }, [isElsewhere]);

  function press(event: KeyboardEvent) {
    const isModG = (isMac ? event.metaKey : event.ctrlKey) && /^g$/i.test(event.key);
    // While one types, keys without Ctrl are no shortcuts of the window.
    const isStep = event.key === 'Enter' || event.key === 'F3' || isModG;
    if (event.key === 'Escape') {
      event.preventDefault();
      if (found.status === 'searching') search.cancel();
      else close();
    } else if (isStep && (event.key !== 'Enter' || event.target === input.current)) {
      event.preventDefault();
      if (event.key === 'Enter' && !event.shiftKey && isElsewhere) viewBranch();
      else step(event.shiftKey ? -1 : 1);
    }
  }

  useEffect(() => {
    // What stands in the place of the transcript makes room for it.
    useMainView.getState().setAside(file.fileId, session.id, true);
  }, [file.fileId, session.id]);

  return (
    <search className={styles.bar} aria-label="Find in session" onKeyDown={press}>
      <div className={styles.line}>
        <div className={styles.field}>
          <TextInput
            ref={input}
            aria-label="Find in session"
            placeholder="Find in session"
            maxLength={MAX_QUERY_CHARS}
            aria-invalid={search.fault !== null || undefined}
            value={typed.text}
            onChange={(text) => change({ text })}
          />
          <MatchOptions />
        </div>
        <IconButton
          isSmall
          label="Previous hit"
          title="Previous hit (Shift+Enter)"
          icon={<ChevronUpIcon sizeRem={0.875} />}
          disabled={totalOf(list) === 0}
          onClick={() => step(-1)}
        />
        <IconButton
          isSmall
          label="Next hit"
          title="Next hit (Enter)"
          icon={<ChevronDownIcon sizeRem={0.875} />}
          disabled={totalOf(list) === 0}
          onClick={() => step(1)}
        />
        <IconButton
          isSmall
          label="Close the find bar"
          title="Close (Esc)"
          icon={<CloseIcon sizeRem={0.875} />}
          onClick={close}
        />
      </div>
      <div className={styles.line}>
        <FindStatus
          entryCount={heads.status === 'complete' ? heads.index.count : session.entryCount}
          search={search}
          list={list}
          number={number}
        />
        <ScopeChoice />
      </div>
      {typed.text !== '' && (
        <FindNotes
          index={heads.index}
          search={search}
          elsewhere={isElsewhere && current !== null ? current.row : -1}
          viewedLeaf={path.leaf}
          isShown={isShown}
          onViewBranch={viewBranch}
        />
      )}
    </search>
  );
}

/** What the field was given the focus for last, and whether the bar that is gone had it. */
const focus = { givenFor: null as object | null, wasInBar: false };

/** The field, with the focus and its text selected each time the bar is asked for; a bar that comes again keeps it. */
function useFocusedInput(opened: object) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (focus.wasInBar) input.current?.focus();
    focus.wasInBar = false;
    const bar = input.current?.closest('search');
    return () => {
      focus.wasInBar = useFindState.getState().isOpen && bar?.contains(document.activeElement) === true;
    };
  }, []);
  useEffect(() => {
    if (focus.givenFor === opened) return;
    focus.givenFor = opened;
    // By then what opened it, a menu or the palette, has given the focus back.
    const frame = requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.select();
    });
    return () => cancelAnimationFrame(frame);
  }, [opened]);
  return input;
}

/** Row of the first item of the transcript that is in view; 0 while none is. */
function topRow(): number {
  const list = document.querySelector('[aria-label="Conversation"]');
  if (list === null) return 0;
  const { top } = list.getBoundingClientRect();
  for (const item of list.querySelectorAll('[data-row]'))
    if (item.getBoundingClientRect().bottom > top + 1) return Number(item.getAttribute('data-row'));
  return 0;
}
