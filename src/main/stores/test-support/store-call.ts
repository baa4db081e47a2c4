import type { OperationError } from '../../../shared/contract/errors';
import type { Session } from '../session-store';

/** What a process that has a store open is asked to do. */
export interface StoreCall {
  readonly id: number;
  readonly sessionId: string;
  readonly method: Exclude<keyof Session, 'sessionId' | 'supportsAddItemsOnce'>;
  readonly args: readonly unknown[];
  /** When to start, in milliseconds since 1970: several processes start together. 0 for at once. */
  readonly startAtMs: number;
}

/** What became of it. */
export type StoreReply = { readonly id: number } & (
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: OperationError }
);
