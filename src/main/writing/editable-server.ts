import type { RemovalPreview } from '../../shared/contract/editing';
import { nameSessions } from '../formats/vv-agent-redis/session-names';
import { isSameState, type SessionState } from '../stores/redis/session-state';
import type { RedisStore } from '../stores/redis/store';
import { SessionStoreError } from '../stores/store-error';
import { cutText } from './edit-input';
import {
  type Cleared,
  type EditableStore,
  type Popped,
  type UndoStep,
  WRITTEN_SINCE,
} from './editable-store';
import { expectSameContent, expectSameNewest } from './removal';
import { counted } from './store-editor';

/** The vv-agent sessions of a Redis server. Each change is one script there, and so is taking it back. */
export class EditableServer implements EditableStore {
  readonly #store: RedisStore;

  constructor(store: RedisStore) {
    this.#store = store;
  }

  async isStandIn(sessionId: string): Promise<boolean> {
    // All of them end so, and only then is it worth listing the sessions.
    if (!/\]'*$/.test(sessionId)) return false;
    const named = nameSessions(await this.#store.sessions.list());
    return named.some(({ name, problem }) => problem !== null && name === sessionId);
  }

  knownDigest(sessionId: string, commitId: string): Promise<string | undefined> {
    return this.#store.sessions.knownDigest(sessionId, commitId);
  }

  async removal(sessionId: string): Promise<RemovalPreview> {
    const { sessions } = this.#store;
    const [{ itemCount, commitCount }, payload] = await Promise.all([
      sessions.state(sessionId),
      sessions.newestPayload(sessionId),
    ]);
    const newest = payload && { id: String(itemCount), ...cutText(payload.toString()) };
    return { itemCount, commitCount, newest: newest ?? null };
  }

  async append(sessionId: string, payloads: readonly string[]): Promise<UndoStep> {
    await this.#store.sessions.append(sessionId, payloads);
    return this.#step(sessionId, `append ${counted(payloads.length, 'item')}`, (sessions, left) =>
      sessions.removeTail(sessionId, left, payloads),
    );
  }

  async appendOnce(
    sessionId: string,
    commitId: string,
    digest: string,
    payloads: readonly string[],
  ): Promise<UndoStep | null> {
    const outcome = await this.#store.sessions.appendOnce(sessionId, commitId, digest, payloads);
    if (outcome === 'replayed') return null;
    return this.#step(sessionId, `commit ${counted(payloads.length, 'item')}`, (sessions, left) =>
      sessions.removeTail(sessionId, left, payloads, commitId),
    );
  }

  async pop(sessionId: string, shown: RemovalPreview | null): Promise<Popped | null> {
    if (shown) expectSameNewest(shown, await this.removal(sessionId));
    const popped = await this.#store.sessions.pop(sessionId);
    if (!popped) return null;
    const step = await this.#step(sessionId, 'pop 1 item', (sessions) =>
      sessions.restorePopped(sessionId, popped),
    );
    return { payload: popped.payload, step };
  }

  async clear(sessionId: string, shown: RemovalPreview | null): Promise<Cleared> {
    if (shown) expectSameContent(shown, await this.removal(sessionId));
    const content = await this.#store.sessions.takeAll(sessionId);
    const [itemCount, commitCount] = [content.payloads.length, content.commits.length];
    const label = `clear ${counted(itemCount, 'item')} and ${counted(commitCount, 'commit')}`;
    const step = await this.#step(sessionId, label, (sessions) =>
      sessions.restoreCleared(sessionId, content),
    );
    return { itemCount, commitCount, step };
  }

  async backUp(): Promise<string> {
    throw new SessionStoreError('not-editable', 'A server has no place beside it for a backup.');
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  async #step(
    sessionId: string,
    label: string,
    takeBack: (sessions: RedisStore['sessions'], left: SessionState) => Promise<boolean>,
  ): Promise<UndoStep> {
    const { sessions } = this.#store;
    const state: SessionState = await sessions.state(sessionId);
    return {
      label,
      refusal: async () => (isSameState(await sessions.state(sessionId), state) ? null : WRITTEN_SINCE),
      undo: async () => {
        if (!(await takeBack(sessions, state)))
          throw new SessionStoreError('changed-meanwhile', WRITTEN_SINCE);
      },
    };
  }
}
