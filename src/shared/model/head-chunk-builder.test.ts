import { describe, expect, it } from 'vitest';
import { type Head, HeadChunkBuilder, MAX_CHUNK_ROWS, previewOf } from './head-chunk-builder';
import { HeadChunk, MAX_PREVIEW_BYTES } from './heads';
import { StringPacker, stringAt } from './packed-strings';

const head: Head = {
  id: 'a',
  parentRow: -1,
  kind: 'user',
  flags: 0,
  timeMs: Number.NaN,
  sizeBytes: 10,
  tokens: Number.NaN,
  callCount: 0,
  callRow: -1,
  preview: 'p',
  toolNames: '',
};

describe('a preview', () => {
  it('stands on one line', () => {
    expect(previewOf('  one\n\n two\t three ')).toBe('one two three');
    expect(previewOf('')).toBe('');
  });

  it('has enough words also where white space takes most of the start', () => {
    expect(previewOf(`first${'\n'.repeat(200)}second`)).toBe('first second');
  });

  it('looks at the start of a text of many megabytes only', () => {
    const preview = previewOf(`start ${'x'.repeat(50_000_000)}`);
    expect(preview.startsWith('start xxx')).toBe(true);
    expect(preview.length).toBeLessThan(MAX_PREVIEW_BYTES * 4 + 1);
  });
});

describe('a chunk of heads', () => {
  it.each([
    '  one\n\n two ',
    ' x\u00a0\u2003\n y\u3000',
    'a\ud800',
    `é${' \n'.repeat(200)}ü`,
    'word '.repeat(99),
  ])('has the preview of %j', (preview) => {
    const builder = new HeadChunkBuilder(0);
    builder.push({ ...head, preview });
    const packer = new StringPacker();
    packer.push(previewOf(preview), MAX_PREVIEW_BYTES);
    expect(stringAt(builder.build().previews, 0)).toBe(stringAt(packer.pack(), 0));
  });

  it('holds what was pushed, in columns that its own schema accepts', () => {
    const builder = new HeadChunkBuilder(7);
    builder.push(head);
    builder.push({
      ...head,
      id: 'b',
      parentRow: 7,
      kind: 'assistant',
      preview: 'é'.repeat(100),
      callCount: 70_000,
    });
    const chunk = builder.build();
    expect(HeadChunk.safeParse(chunk).success).toBe(true);
    expect(chunk).toMatchObject({ firstRow: 7, count: 2 });
    expect([...chunk.parents]).toEqual([-1, 7]);
    expect(stringAt(chunk.ids, 1)).toBe('b');
    expect(Buffer.byteLength(stringAt(chunk.previews, 1))).toBeLessThanOrEqual(MAX_PREVIEW_BYTES);
    expect(chunk.callCounts[1]).toBe(65_535);
  });

  it('is full after its rows, or after ids of unusual length', () => {
    const rows = new HeadChunkBuilder(0);
    for (let at = 0; at < MAX_CHUNK_ROWS; at++) {
      expect(rows.isFull).toBe(false);
      rows.push(head);
    }
    expect(rows.isFull).toBe(true);
    const strings = new HeadChunkBuilder(0);
    strings.push({ ...head, id: 'x'.repeat(1_000_000) });
    expect(strings.isFull).toBe(true);
  });

  it('is refused by its schema when a column is too short', () => {
    const builder = new HeadChunkBuilder(0);
    builder.push(head);
    expect(HeadChunk.safeParse({ ...builder.build(), parents: new Int32Array(0) }).success).toBe(false);
  });
});
