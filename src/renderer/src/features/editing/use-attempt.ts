import { useEffect, useRef, useState } from 'react';
import type { OperationError } from '../../../../shared/contract/errors';
import { errorOf } from '../../app/bridge';

/** Something that is tried, maybe more than once: under way, or failed with an error. */
export interface Attempt {
  readonly isBusy: boolean;
  readonly error: OperationError | null;
  /** Tries it; does nothing while it is under way. */
  run(): void;
}

/**
 * Tries a task when asked to; `onDone` gets what it gave, also when the dialog was closed meanwhile: it was done.
 * `subject` is a new object for each change of what is tried: an error is not about what came after.
 */
export function useAttempt<T>(
  task: () => Promise<T>,
  onDone: (value: T) => void,
  subject: object | null = null,
): Attempt {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ subject: object | null; error: OperationError } | null>(null);
  const isHere = useIsHere();

  async function run() {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const value = await task();
      onDone(value);
    } catch (reason) {
      if (isHere()) setFailure({ subject, error: errorOf(reason) });
    }
    if (isHere()) setBusy(false);
  }
  const error = failure?.subject === subject ? failure.error : null;
  return { isBusy, error, run: () => void run() };
}

function useIsHere(): () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
}
