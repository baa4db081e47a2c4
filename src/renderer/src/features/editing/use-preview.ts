import { useEffect, useState } from 'react';
import type { CommitName, EditPreview } from '../../../../shared/contract/editing';
import type { OperationError } from '../../../../shared/contract/errors';
import { call, errorOf } from '../../app/bridge';

/** What is to be looked at; a new object for each change, and for each generation of the file. */
export interface PreviewRequest {
  readonly fileId: string;
  readonly sessionId: string;
  readonly itemsText: string;
  readonly commit: CommitName | null;
}

/** What would be written. `last` is the answer for what was there before, shown until the new one is known. */
export type PreviewState<P = EditPreview> =
  | { readonly status: 'none' }
  | { readonly status: 'pending'; readonly last: P | null }
  | { readonly status: 'ready'; readonly preview: P }
  | { readonly status: 'failed'; readonly error: OperationError; retry(): void };

/** A pause this long in typing is worth an answer. */
const TYPING_PAUSE_MS = 200;

interface Answer<R, P> {
  readonly request: R;
  readonly preview: P | null;
  readonly error: OperationError | null;
}

/** Asks what items would become, after a pause in typing. */
export function usePreview(request: PreviewRequest | null): PreviewState {
  return useLatestPreview(request, askForItems);
}

function askForItems(request: PreviewRequest): Promise<EditPreview> {
  return call('editing.preview', request);
}

/** Asks after a pause in typing; `ask` is always the same function. Only the answer to the latest request counts. */
export function useLatestPreview<R extends object, P>(
  request: R | null,
  ask: (request: R) => Promise<P>,
): PreviewState<P> {
  const [answer, setAnswer] = useState<Answer<R, P> | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when it is tried again
  useEffect(() => {
    if (!request) return;
    let isLatest = true;
    const timer = setTimeout(() => {
      ask(request).then(
        (preview) => isLatest && setAnswer({ request, preview, error: null }),
        (reason: unknown) => isLatest && setAnswer({ request, preview: null, error: errorOf(reason) }),
      );
    }, TYPING_PAUSE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [request, ask, tries]);

  if (!request) return { status: 'none' };
  if (answer?.request !== request) return { status: 'pending', last: answer?.preview ?? null };
  if (answer.error) return { status: 'failed', error: answer.error, retry: () => setTries(tries + 1) };
  return answer.preview ? { status: 'ready', preview: answer.preview } : { status: 'pending', last: null };
}

/** The latest answer there is, be it for what stood there a moment ago. */
export function shownPreview<P>(state: PreviewState<P>): P | null {
  if (state.status === 'ready') return state.preview;
  return state.status === 'pending' ? state.last : null;
}
