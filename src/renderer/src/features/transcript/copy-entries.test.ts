import { describe, expect, it } from 'vitest';
import { gatherText } from './copy-entries';

const entries = Array.from({ length: 1200 }, (_, row) => ({ row, kind: 'user' as const }));
const options = () => ({ signal: new AbortController().signal, onProgress: () => undefined });

describe('the text of entries', () => {
  it('is all of it, in order, also where answers hold fewer entries than were asked for', async () => {
    const done: number[] = [];
    const gathered = await gatherText(
      (part) => {
        const some = part.slice(0, 400);
        return Promise.resolve({ text: some.map(({ row }) => row).join('\n\n'), entryCount: some.length });
      },
      entries,
      'text',
      { ...options(), onProgress: (count) => done.push(count) },
    );
    expect(gathered).toEqual({ type: 'text', text: entries.map(({ row }) => row).join('\n\n') });
    expect(done).toEqual([400, 800, 1200]);
  });

  it('is not gathered beyond what may be copied', async () => {
    let requests = 0;
    const gathered = await gatherText(
      () => {
        requests += 1;
        return Promise.resolve({ text: 'x'.repeat(60), entryCount: 500 });
      },
      entries,
      'markdown',
      { ...options(), maxChars: 100 },
    );
    expect(gathered).toEqual({ type: 'too-long' });
    expect(requests).toBe(2);
  });

  it('is dropped when it is stopped', async () => {
    const stop = new AbortController();
    const gathered = await gatherText(
      () => {
        stop.abort();
        return Promise.resolve({ text: 'x', entryCount: 1 });
      },
      entries,
      'text',
      { ...options(), signal: stop.signal },
    );
    expect(gathered).toEqual({ type: 'stopped' });
  });

  it('comes to an end even if answers hold nothing', async () => {
    const gathered = await gatherText(
      () => Promise.resolve({ text: '', entryCount: 0 }),
      entries.slice(0, 3),
      'text',
      options(),
    );
    expect(gathered).toEqual({ type: 'text', text: '' });
  });
});
