import { describe, expect, it } from 'vitest';
import { readMetadataLine, writeMetadataLine } from './metadata';

const LEAST = { id: 'i', createdAt: 't', cwd: '/c', path: '/p' };
const WHOLE = {
  ...LEAST,
  parentSessionPath: '/q',
  importedFrom: { sessionId: 's', cwd: '/d', exportedAt: 'u', thewayVersion: '1' },
  binding: {
    clientKey: 'k',
    runtime: { workDir: '/w', provider: 'p', model: 'm', baseUrl: 'u', thinking: false },
  },
  collapseNodeId: 'n',
  collapsed: true,
};

describe('metadata', () => {
  it.each([
    ['the least there must be', LEAST],
    ['everything there can be', WHOLE],
  ])('comes back as it was written, in the order of the header: %s', (_what, given) => {
    const line = JSON.stringify(given);
    const read = readMetadataLine(line);
    expect(read.ok && writeMetadataLine(read.value)).toBe(line);
  });

  it('is written in the order of the header, without unknown keys, nulls and a false mark', () => {
    const read = readMetadataLine(
      JSON.stringify({
        collapsed: false,
        later: 1,
        binding: null,
        path: '/p',
        cwd: '/c',
        createdAt: 't',
        id: 'i',
      }),
    );
    expect(read.ok && writeMetadataLine(read.value)).toBe(JSON.stringify(LEAST));
  });

  it.each<[string, unknown]>([
    ['session metadata must be a JSON object', []],
    ['session metadata is missing id', { ...LEAST, id: undefined }],
    ['session metadata is missing id', { ...LEAST, id: ' \u0085' }],
    ['session metadata is missing createdAt', { ...LEAST, createdAt: null }],
    ['session metadata has invalid cwd', { ...LEAST, cwd: 5 }],
    ['session metadata has invalid binding', { ...LEAST, binding: { clientKey: 'k' } }],
    [
      'session metadata has invalid binding',
      { ...WHOLE, binding: { ...WHOLE.binding, runtime: { workDir: '/', thinking: 1 } } },
    ],
    ['session metadata has invalid importedFrom', { ...LEAST, importedFrom: { sessionId: 's' } }],
    ['session metadata has invalid collapsed', { ...LEAST, collapsed: 'yes' }],
    ['session metadata has invalid parentSessionPath', { ...LEAST, parentSessionPath: 5 }],
  ])('is refused: %s', (message, given) => {
    expect(readMetadataLine(JSON.stringify(given))).toMatchObject({
      ok: false,
      error: { code: 'corrupted', message },
    });
  });

  it('is refused when it is no JSON', () => {
    expect(readMetadataLine('{')).toMatchObject({
      ok: false,
      error: { message: 'session metadata must be a JSON object' },
    });
  });
});
