import { describe, expect, it } from 'vitest';
import { OperationFailure } from './bridge';
import { type Expected, HeadsStream } from './heads-stream';
import { chunkOf, endOf } from './test-support/heads';

/** A stream on a real message channel; frames run when the test says so. */
function connected(expected: Expected = { entryCount: 3, sizeBytes: 0 }) {
  const far: MessagePort[] = [];
  const frames: (() => void)[] = [];
  const stream = new HeadsStream(
    {
      connect: async () => {
        const { port1, port2 } = new MessageChannel();
        far.push(port2);
        return port1;
      },
      onFrame: (task) => frames.push(task),
    },
    expected,
  );
  const runFrames = () => {
    for (const frame of frames.splice(0)) frame();
  };
  /** Waits until messages that are under way have arrived. */
  const settle = () => new Promise((resolve) => setTimeout(resolve, 20));
  return { stream, far, frames, runFrames, settle };
}

describe('HeadsStream', () => {
  it('goes by bytes where entries were not counted', async () => {
    const { stream, far, runFrames, settle } = connected({ entryCount: null, sizeBytes: 30_000_000 });
    stream.hold();
    await settle();
    const chunk = chunkOf(['a', 'b']);
    far[0]?.postMessage({ ...chunk, sizes: Float64Array.of(4_000_000, 6_000_000) });
    await settle();
    runFrames();
    expect(stream.snapshot().progress).toMatchObject({ done: 10, total: 30, unit: 'MB' });
  });

  it('puts chunks together and is complete with the end', async () => {
    const { stream, far, runFrames, settle } = connected();
    const release = stream.hold();
    await settle();
    far[0]?.postMessage(chunkOf(['a', 'b']));
    far[0]?.postMessage(chunkOf(['c'], 2));
    await settle();
    runFrames();
    expect(stream.snapshot()).toMatchObject({ status: 'loading', progress: { done: 2 + 1, total: 3 } });
    far[0]?.postMessage(endOf(3, 1));
    await settle();
    runFrames();
    expect(stream.snapshot().status).toBe('complete');
    expect(stream.snapshot().index.id(2)).toBe('c');
    release();
  });

  it('tells its listeners once a frame, however many chunks came', async () => {
    const { stream, far, frames, runFrames, settle } = connected();
    let told = 0;
    stream.subscribe(() => told++);
    const release = stream.hold();
    await settle();
    runFrames();
    told = 0;
    for (let row = 0; row < 50; row++) far[0]?.postMessage(chunkOf([`e${row}`], row));
    await settle();
    expect(frames.length).toBe(1);
    runFrames();
    expect(told).toBe(1);
    expect(stream.snapshot().index.count).toBe(50);
    release();
  });

  it('fails on a chunk that does not follow, and on what is no message of a stream', async () => {
    for (const message of [chunkOf(['x'], 5), { type: 'chunk', firstRow: 0 }, 'chunk']) {
      const { stream, far, runFrames, settle } = connected();
      stream.hold();
      await settle();
      far[0]?.postMessage(message);
      await settle();
      runFrames();
      expect(stream.snapshot()).toMatchObject({ status: 'failed', error: { code: 'internal' } });
    }
  });

  it('passes on why reading failed, and reads from the start on a retry', async () => {
    const { stream, far, runFrames, settle } = connected();
    const release = stream.hold();
    await settle();
    far[0]?.postMessage(chunkOf(['a']));
    far[0]?.postMessage({ type: 'failed', code: 'damaged', message: 'Page 7 is damaged.' });
    await settle();
    runFrames();
    expect(stream.snapshot().error).toEqual({ code: 'damaged', message: 'Page 7 is damaged.', detail: null });
    stream.snapshot().retry();
    await settle();
    far[1]?.postMessage(chunkOf(['a', 'b']));
    far[1]?.postMessage(endOf(2, 1));
    await settle();
    runFrames();
    expect(stream.snapshot()).toMatchObject({ status: 'complete', error: null });
    expect(stream.snapshot().index.count).toBe(2);
    release();
  });

  it('says so when the other side goes away before the end', async () => {
    const { stream, far, runFrames, settle } = connected();
    stream.hold();
    await settle();
    far[0]?.postMessage(chunkOf(['a']));
    await settle();
    far[0]?.close();
    await settle();
    runFrames();
    expect(stream.snapshot()).toMatchObject({ status: 'failed', error: { code: 'process-died' } });
  });

  it('keeps what had come when the user cancels, and closes the port', async () => {
    const { stream, far, runFrames, settle } = connected();
    stream.hold();
    await settle();
    let isClosed = false;
    far[0]?.addEventListener('close', () => {
      isClosed = true;
    });
    far[0]?.start();
    far[0]?.postMessage(chunkOf(['a', 'b']));
    await settle();
    stream.snapshot().cancel();
    await settle();
    runFrames();
    expect(stream.snapshot()).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
    expect(stream.snapshot().index.count).toBe(2);
    expect(isClosed).toBe(true);
  });

  it('closes the port when nobody holds it any more, and starts again for the next holder', async () => {
    const { stream, far, settle } = connected();
    const first = stream.hold();
    const second = stream.hold();
    await settle();
    first();
    expect(stream.isHeld).toBe(true);
    second();
    stream.hold();
    await settle();
    expect(far.length).toBe(2);
  });

  it('reports a refusal to open the stream as the operation said it', async () => {
    const error = { code: 'file-not-open', message: 'This file is not open.', detail: null } as const;
    const frames: (() => void)[] = [];
    const stream = new HeadsStream(
      { connect: () => Promise.reject(new OperationFailure(error)), onFrame: (task) => frames.push(task) },
      { entryCount: 1, sizeBytes: 0 },
    );
    stream.hold();
    await new Promise((resolve) => setTimeout(resolve, 0));
    for (const frame of frames) frame();
    expect(stream.snapshot()).toMatchObject({ status: 'failed', error });
  });
});
