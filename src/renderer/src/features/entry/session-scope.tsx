import { createContext, type ReactNode, use, useMemo } from 'react';
import { ok, type Result } from '../../../../shared/contract/errors';
import type { Body } from '../../../../shared/model/body';
import type { ReadFile } from '../../app/active-file';
import { errorOf } from '../../app/bridge';
import { BodyLoader } from './body-loader';
import { fetchBodies } from './fetch-bodies';

/** The session whose entries are shown, and the loader of their bodies. */
export interface SessionScope {
  readonly fileId: string;
  readonly generation: number;
  /** What was read under an earlier generation of the file is not shown again; see `SessionPaneProps`. */
  readonly since: number;
  readonly sessionId: string;
  /** Its format has commits, which cover items or not. */
  readonly hasCommits: boolean;
  readonly bodies: BodyLoader;
  /** Bodies by row that came with the session, to be shown at once; left out where none did. */
  readonly known?: readonly (Body | undefined)[];
}

const Scope = createContext<SessionScope | null>(null);

interface SessionScopeProviderProps {
  file: ReadFile;
  sessionId: string;
  /** Left out where nothing of an earlier generation is shown. */
  since?: number | undefined;
  children: ReactNode;
}

/** Says which session the entries below belong to. */
export function SessionScopeProvider({ file, sessionId, since, children }: SessionScopeProviderProps) {
  return <Scope value={useScopeOf(file, sessionId, since)}>{children}</Scope>;
}

/** Says which session the entries below belong to, where its scope is known. */
export function GivenScope({ scope, children }: { scope: SessionScope; children: ReactNode }) {
  return <Scope value={scope}>{children}</Scope>;
}

/** The scope of a session, for what shows entries of two sessions side by side. */
export function useScopeOf(file: ReadFile, sessionId: string, since = file.generation): SessionScope {
  const { fileId, generation } = file;
  const hasCommits = file.summary.format === 'vv-agent';
  return useMemo(
    () => ({
      fileId,
      generation,
      since,
      sessionId,
      hasCommits,
      bodies: new BodyLoader((rows) => bodiesOrError(fileId, sessionId, rows)),
    }),
    [fileId, generation, since, sessionId, hasCommits],
  );
}

export function useSessionScope(): SessionScope {
  const scope = use(Scope);
  if (!scope) throw new Error('An entry is shown outside of a SessionScopeProvider.');
  return scope;
}

async function bodiesOrError(
  fileId: string,
  sessionId: string,
  rows: readonly number[],
): Promise<Result<Body[]>> {
  try {
    return ok(await fetchBodies(fileId, sessionId, rows));
  } catch (reason) {
    return { ok: false, error: errorOf(reason) };
  }
}
