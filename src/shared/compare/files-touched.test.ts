import { describe, expect, it } from 'vitest';
import { touchedFiles } from './files-touched';

const touched = (tool: string, args: unknown) => touchedFiles(tool, JSON.stringify(args));
const read = (path: string) => ({ path, isChange: false });
const changed = (path: string) => ({ path, isChange: true });

describe('the files a tool call names', () => {
  it.each([
    ['read', { path: 'src/a.ts', offset: 3 }, [read('src/a.ts')]],
    ['Read', { file_path: '/a' }, [read('/a')]],
    ['read', { filePath: '/a' }, [read('/a')]],
    ['NotebookEdit', { notebook_path: 'n.ipynb', new_source: '' }, [changed('n.ipynb')]],
    ['read_many_files', { paths: ['a', 'b', 'a', 7] }, [read('a'), read('b')]],
    ['grep', { pattern: 'x', path: 'src' }, [read('src')]],
    ['write', { path: 'a', content: 'path' }, [changed('a')]],
    ['edit_file', { path: 'a', old_string: 'x', new_string: 'y' }, [changed('a')]],
    ['improve', { path: 'a', oldText: 'x', newText: 'y' }, [changed('a')]],
    [
      'apply_patch_call',
      { operation: { type: 'update_file', path: 'a', move_to: 'b' } },
      [changed('a'), changed('b')],
    ],
    ['bash', { command: 'cat src/a.ts' }, []],
    ['web_fetch', { url: 'https://example.org' }, []],
  ])('%s %j', (tool, args, files) => {
    expect(touched(tool, args)).toEqual(files);
  });

  const patch =
    '*** Begin Patch\r\n*** Add File: a.ts\r\n+x\r\n*** Update File: b.ts\n*** Move to: c.ts\n@@\n-*** not a file\n*** Delete File: d e.ts\n*** End Patch';
  const inPatch = ['a.ts', 'b.ts', 'c.ts', 'd e.ts'].map(changed);

  it('stand in a patch: in a field, in the words of a command, in a string, or with no JSON around it', () => {
    expect(touched('apply_patch', { input: patch })).toEqual(inPatch);
    expect(touched('shell', { command: ['apply_patch', patch] })).toEqual(inPatch);
    expect(touched('apply_patch', patch)).toEqual(inPatch);
    expect(touchedFiles('apply_patch', patch)).toEqual(inPatch);
  });

  it('are kept as they are, whatever characters they have; what is too long for a path is none', () => {
    const odd = 'a\u0007\u202E\ud800\n.ts';
    expect(touched('read', { path: odd })).toEqual([read(odd)]);
    expect(touched('read', { path: 'x'.repeat(5000) })).toEqual([]);
    expect(touched('read', { path: '', file: null, files: [{ path: 'in-list' }] })).toEqual([
      read('in-list'),
    ]);
  });

  it('are none where the arguments are no object, no JSON, or hostile', () => {
    expect(touchedFiles('read', '')).toEqual([]);
    expect(touchedFiles('read', '{"path": "cut o')).toEqual([]);
    expect(touchedFiles('read', '[1]')).toEqual([]);
    expect(touchedFiles('read', '{"__proto__": {"path": "p"}, "constructor": 1}')).toEqual([]);
    expect(touchedFiles('read', `${'['.repeat(200_000)}`)).toEqual([]);
  });

  it('are found in arguments of 10 MB within a moment', () => {
    const started = performance.now();
    expect(touched('write', { path: 'big', content: '*** Begin Patch\n'.repeat(700_000) })).toEqual([
      changed('big'),
    ]);
    expect(touched('many', { paths: Array.from({ length: 500_000 }, (_, at) => `p${at}`) })).toHaveLength(
      1000,
    );
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
