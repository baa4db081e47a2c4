import { afterEach, describe, expect, it } from 'vitest';
import type { FindMessage } from '../../../../shared/contract/find';
import { OperationFailure } from '../../app/bridge';
import { FindStream } from './find-stream';

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/** A search on a real message channel; frames run when the test says so. */
function started(failure?: Error) {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  const frames: (() => void)[] = [];
  const stream = new FindStream({
    connect: async () => {
      if (failure) throw failure;
      return port1;
    },
    onFrame: (task) => frames.push(task),
  });
  const send = (message: FindMessage | object) => port2.postMessage(message);
  const settle = () => new Promise((resolve) => setTimeout(resolve, 20));
  return { stream, send, settle, frames, far: port2 };
}

function foundRows(...pairs: [row: number, count: number][]): FindMessage {
  return {
    type: 'found',
    rows: Int32Array.from(pairs, ([row]) => row),
    counts: Uint32Array.from(pairs, ([, count]) => count),
    doneEntries: (pairs.at(-1)?.[0] ?? 0) + 1,
  };
}

const END: FindMessage = { type: 'end', doneEntries: 9, slowEntries: 0, isGivenUp: false };

describe('FindStream', () => {
  it('puts together what was found, and is complete with the end', async () => {
    const { stream, send, settle } = started();
    await settle();
    expect(stream.snapshot()).toMatchObject({ status: 'searching', doneEntries: 0 });
    send(foundRows([1, 2], [4, 1]));
    send(foundRows(...Array.from({ length: 1_000 }, (_, at) => [at + 5, 3] as [number, number])));
    send(END);
    await settle();
    const { rows, counts, status, end } = stream.snapshot();
    expect([rows.length, rows[1], rows[2], counts[0], counts[1_001]]).toEqual([1_002, 4, 5, 2, 3]);
    expect([status, end?.doneEntries]).toEqual(['complete', 9]);
  });

  it('tells its listeners once a frame', async () => {
    const { stream, send, settle, frames } = started();
    let told = 0;
    const stop = stream.subscribe(() => {
      told += 1;
    });
    await settle();
    for (let row = 0; row < 20; row += 1) send(foundRows([row, 1]));
    await settle();
    expect(frames).toHaveLength(1);
    frames[0]?.();
    expect(told).toBe(1);
    stop();
    send(END);
    await settle();
    frames[1]?.();
    expect(told).toBe(1);
  });

  it('keeps what it has when it is cancelled, and closes its port', async () => {
    const { stream, send, settle, far } = started();
    const closed = new Promise<void>((resolve) => far.addEventListener('close', () => resolve()));
    await settle();
    send(foundRows([3, 1]));
    await settle();
    stream.cancel();
    await closed;
    expect(stream.snapshot()).toMatchObject({ status: 'cancelled', rows: Int32Array.of(3), error: null });
  });

  it.each([
    [{ type: 'failed', code: 'changed-while-reading', message: 'It changed.' }, 'changed-while-reading'],
    [{ type: 'failed', code: 'no such code', message: 'Odd.' }, 'internal'],
    [{ type: 'found', rows: Int32Array.of(1), counts: new Uint32Array(0), doneEntries: 1 }, 'internal'],
    ['nonsense', 'internal'],
  ])('fails with %j', async (message, code) => {
    const { stream, send, settle } = started();
    await settle();
    send(message as object);
    await settle();
    expect(stream.snapshot()).toMatchObject({ status: 'failed', error: { code } });
  });

  it('fails when the port cannot be had, and when it closes before the end', async () => {
    const error = { code: 'file-not-open', message: 'No file.', detail: null } as const;
    const refused = started(new OperationFailure(error));
    await refused.settle();
    expect(refused.stream.snapshot()).toMatchObject({ status: 'failed', error });
    const { stream, settle, far } = started();
    await settle();
    far.close();
    await settle();
    expect(stream.snapshot()).toMatchObject({ status: 'failed', error: { code: 'process-died' } });
  });
});
