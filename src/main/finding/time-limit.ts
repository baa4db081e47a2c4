import vm from 'node:vm';

const slot: { work: (() => void) | null } = { work: null };
let context: vm.Context | null = null;
let script: vm.Script | null = null;

/**
 * Runs `work` for at most so many milliseconds; false when it was ended. A call of `RegExp.exec` looks at no clock, and
 * only another thread can end it: the engine's watchdog, which `node:vm` starts, is one. What `work` has changed by then
 * stays changed.
 */
export function runWithin(limitMs: number, work: () => void): boolean {
  context ??= vm.createContext(slot);
  script ??= new vm.Script('work()');
  slot.work = work;
  try {
    script.runInContext(context, { timeout: Math.max(1, Math.ceil(limitMs)) });
    return true;
  } catch (error) {
    if (isTimeout(error)) return false;
    throw error;
  } finally {
    slot.work = null;
  }
}

/** It is an error of the other context, and so no instance of the class of this one. */
function isTimeout(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  return 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
