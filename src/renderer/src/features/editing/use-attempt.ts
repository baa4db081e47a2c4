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

/** Tries a task when asked to; `onDone` gets what it gave, also when the dialog was closed meanwhile: it was done. */
export function useAttempt<T>(task: () => Promise<T>, onDone: (value: T) => void): Attempt {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<OperationError | null>(null);
  const isHere = useIsHere();

  async function run() {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      const value = await task();
      onDone(value);
    } catch (reason) {
      if (isHere()) setError(errorOf(reason));
    }
    if (isHere()) setBusy(false);
  }
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
