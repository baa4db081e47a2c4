import type { Body } from '../../../../shared/model/body';
import { receivedBody } from '../../../../shared/model/body-transfer';
import { call } from '../../app/bridge';

/** Bodies of some rows, in the order asked for; throws `OperationFailure`. */
export async function fetchBodies(
  fileId: string,
  sessionId: string,
  rows: readonly number[],
): Promise<Body[]> {
  const bodies = await call('session.bodies', { fileId, sessionId, rows: [...rows] });
  return bodies.map(receivedBody);
}
