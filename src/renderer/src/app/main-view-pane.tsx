import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { ComparePane } from '../features/compare/compare-pane';
import { ContextPane } from '../features/context/context-pane';
import { Button, IconButton } from '../ui/button';
import { classNames } from '../ui/class-names';
import { ArrowLeftIcon, CloseIcon } from '../ui/icons';
import { type MainView, useMainView } from './main-view';
import { PaneBoundary } from './pane-boundary';
import { focusPane } from './pane-focus';
import type { SessionPaneProps } from './session-pane';
import styles from './session-screen.module.css';
import { choiceKey, useViewState } from './view-state';

/** An entry that is chosen in the tree is shown in the transcript: a comparison makes room for it. */
export function useLeaveComparison(fileId: string, sessionId: string): void {
  const selected = useViewState((state) => state.choices[choiceKey(fileId, sessionId)]?.selected ?? null);
  const last = useRef(selected);
  useEffect(() => {
    if (selected === last.current) return;
    last.current = selected;
    const shown = useMainView.getState().views[choiceKey(fileId, sessionId)];
    if (shown?.view.type === 'comparison') useMainView.getState().setAside(fileId, sessionId, true);
  }, [selected, fileId, sessionId]);
}

/** What stands in the place of the transcript and the inspector; Esc closes it. */
export function MainViewPane({ pane, view }: { pane: SessionPaneProps; view: MainView }) {
  const { file, session } = pane;
  const section = useRef<HTMLElement>(null);
  useFocusInside(section);
  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    useMainView.getState().close(file.fileId, session.id);
  }
  return (
    // Esc, from wherever the focus is in it.
    <section
      ref={section}
      tabIndex={-1}
      className={classNames(styles.pane, styles.mainView)}
      aria-label={view.type === 'comparison' ? 'Comparison' : 'Context'}
      data-pane
      onKeyDown={press}
    >
      <PaneBoundary>
        {view.type === 'comparison' ? (
          <ComparePane {...pane} view={view} />
        ) : (
          <ContextPane {...pane} view={view} />
        )}
      </PaneBoundary>
    </section>
  );
}

/** The way back to a view that made room for the transcript. */
export function AsideBar({ file, session, view }: SessionPaneProps & { view: MainView }) {
  const { setAside, close } = useMainView.getState();
  return (
    <div className={styles.aside}>
      <Button
        variant="ghost"
        icon={<ArrowLeftIcon sizeRem={0.875} />}
        onClick={() => setAside(file.fileId, session.id, false)}
      >
        Back to the {view.type === 'comparison' ? 'comparison' : 'context'}
      </Button>
      <IconButton
        isSmall
        label={`Close the ${view.type}`}
        icon={<CloseIcon sizeRem={0.875} />}
        onClick={() => close(file.fileId, session.id)}
      />
    </div>
  );
}

/** Takes the focus into the view when it opens, and to the transcript when it is gone; a choice made meanwhile stays. */
function useFocusInside(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // By then what opened it, a menu or the palette, has given the focus back.
    const frame = requestAnimationFrame(() => section.current?.focus({ preventScroll: true }));
    return () => {
      cancelAnimationFrame(frame);
      requestAnimationFrame(() => {
        const transcript = document.querySelector<HTMLElement>('[data-pane][aria-label="Transcript"]');
        const active = document.activeElement;
        const isLost = active === null || active === document.body || active.tagName === 'MAIN';
        if (transcript && isLost) focusPane(transcript);
      });
    };
  }, [section]);
}
