import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Bridge } from '../../../shared/contract/bridge';
import type { OperationError } from '../../../shared/contract/errors';
import type { OpenFolder } from '../../../shared/contract/folder';
import type {
  EventName,
  EventPayload,
  OperationInput,
  OperationName,
  OperationOutput,
} from '../../../shared/contract/operations';
import type { OpenFile, RecentFile } from '../../../shared/contract/state';

declare global {
  interface Window {
    /** Put there by the preload. */
    readonly ramify: Bridge<File>;
  }
}

/** An operation's error, thrown for callers that work with exceptions, such as queries. */
export class OperationFailure extends Error {
  readonly error: OperationError;

  constructor(error: OperationError) {
    super(error.message);
    this.name = 'OperationFailure';
    this.error = error;
  }
}

/** The error behind whatever a promise was rejected with. */
export function errorOf(reason: unknown): OperationError {
  if (reason instanceof OperationFailure) return reason.error;
  return { code: 'internal', message: 'Something unexpected went wrong.', detail: String(reason) };
}

/** Asks the app for an operation; rejects with an `OperationFailure`. */
export async function call<N extends OperationName>(
  name: N,
  input: OperationInput<N>,
): Promise<OperationOutput<N>> {
  const result = await window.ramify.call(name, input);
  if (!result.ok) throw new OperationFailure(result.error);
  return result.value;
}

/** Under which key the answer of an operation is kept. */
export function operationKey<N extends OperationName>(name: N, input: OperationInput<N>) {
  return [name, input] as const;
}

interface OperationOptions {
  isEnabled?: boolean;
}

/** The answer of an operation that only reads; asked once and kept. */
export function useOperation<N extends OperationName>(
  name: N,
  input: OperationInput<N>,
  { isEnabled = true }: OperationOptions = {},
): UseQueryResult<OperationOutput<N>> {
  return useQuery({
    queryKey: operationKey(name, input),
    queryFn: () => call(name, input),
    enabled: isEnabled,
  });
}

/** Listens to what the app sends, for as long as the component is there. */
export function useAppEvent<N extends EventName>(
  name: N,
  listener: (payload: EventPayload<N>) => void,
): void {
  const heard = useEffectEvent(listener);
  useEffect(() => window.ramify.on(name, (payload) => heard(payload)), [name]);
}

/** The open files, and how each stands. */
export function useFiles(): UseQueryResult<readonly OpenFile[]> {
  useFollowed('files', 'files.list');
  return useOperation('files.list', {});
}

/** The folders that are looked through. */
export function useFolders(): UseQueryResult<readonly OpenFolder[]> {
  useFollowed('folders', 'folders.list');
  return useOperation('folders.list', {});
}

/** Files opened before, the latest first. */
export function useRecents(): UseQueryResult<readonly RecentFile[]> {
  useFollowed('recents', 'recents.list');
  return useOperation('recents.list', {});
}

/** Keeps the answer of a list operation as its event says: the event carries the whole new list. */
function useFollowed(
  event: 'files' | 'folders' | 'recents',
  operation: 'files.list' | 'folders.list' | 'recents.list',
): void {
  const client = useQueryClient();
  useAppEvent(event, (list) => {
    const key = operationKey(operation, {});
    // An answer still under way is older than the event.
    void client.cancelQueries({ queryKey: key }).then(() => client.setQueryData(key, list));
  });
}
