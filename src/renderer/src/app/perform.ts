import type { OperationInput, OperationName } from '../../../shared/contract/operations';
import { showToast } from '../ui/toast-store';
import { call, errorOf } from './bridge';

/** Carries out what the user asked for; a failure shows as a toast, with the error's own sentence. */
export function perform<N extends OperationName>(name: N, input: OperationInput<N>): void {
  call(name, input).catch((reason: unknown) => showToast(errorOf(reason).message, 'err'));
}
