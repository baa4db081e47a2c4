import { expect, it } from 'vitest';
import { fileUses } from './file-uses';

it.each([
  ['read', { path: 'a.ts', offset: 3 }, [{ path: 'a.ts', use: 'read' }]],
  ['grep', { pattern: 'x', path: 'src' }, [{ path: 'src', use: 'read' }]],
  ['write', { path: 'a.ts', content: 'x' }, [{ path: 'a.ts', use: 'write' }]],
  ['create_file', { file_path: 'a.ts', content: 'x' }, [{ path: 'a.ts', use: 'write' }]],
  ['edit', { path: 'a.ts', old_string: 'x', new_string: 'y' }, [{ path: 'a.ts', use: 'edit' }]],
  [
    'apply_patch',
    {
      input: '*** Begin Patch\n*** Add File: a\n+x\n*** Delete File: b\n*** End Patch',
    },
    [
      { path: 'a', use: 'edit' },
      { path: 'b', use: 'edit' },
    ],
  ],
  ['bash', { command: 'rm a.ts' }, []],
])('%s %j', (tool, args, uses) => {
  expect(fileUses(tool, JSON.stringify(args))).toEqual(uses);
});
