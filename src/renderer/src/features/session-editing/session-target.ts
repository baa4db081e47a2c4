import type { SessionPaneProps } from '../../app/session-pane';
import type { SessionView } from '../../app/view-state';

/** The session a dialog is about, and what is looked at in it. */
export interface SessionTarget extends SessionPaneProps {
  readonly view: SessionView;
}
