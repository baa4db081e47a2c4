import type { SessionSummary } from '../../../shared/model/session';
import type { ReadFile } from './active-file';
import type { SessionHeads } from './heads';

/** What every pane of a session is given: the session, the file it is in, and its heads so far. */
export interface SessionPaneProps {
  readonly file: ReadFile;
  readonly session: SessionSummary;
  readonly heads: SessionHeads;
  /**
   * The generation of the file since which its entries only became more: what was read of an entry under it or a later
   * one is still what is stored. Left out for its own generation.
   */
  readonly since?: number;
}
