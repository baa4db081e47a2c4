import { describe, expect, it } from 'vitest';
import { type Arguments, NO_ARGUMENTS, parseArguments } from './arguments';
import { familyOf } from './family';

const PATCH = '*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n+b\n*** End Patch';

describe('the family of a tool', () => {
  it.each([
    ['Bash', 'shell'],
    ['exec_command', 'shell'],
    ['functions.shell', 'shell'],
    ['read_file', 'read'],
    ['MultiEdit', 'edit'],
    ['search_files', 'grep'],
    ['Glob', 'list'],
    ['TodoWrite', 'todo'],
    ['web_search', 'web'],
    ['create_sub_task', 'agent'],
    ['mcp__linear__create_issue', 'mcp'],
    // A part of a name says nothing.
    ['bashful_report', 'other'],
    ['thread', 'other'],
    ['constructor', 'other'],
  ])('is found by its whole name: %s is %s', (name, family) => {
    expect(familyOf(name, NO_ARGUMENTS)).toBe(family);
  });

  it.each<[string, Arguments]>([
    ['edit', { path: 'a.ts', old_str: 'a', new_str: 'b' }],
    ['edit', { file_path: 'a.ts', changes: [{ search: 'a', replace: 'b' }] }],
    ['write', { path: 'a.ts', content: '' }],
    ['todo', { plan: [{ step: 'first', status: 'pending' }] }],
    ['shell', { cmd: ['ls'] }],
    ['grep', { pattern: 'x', glob: '*.ts' }],
    ['read', { path: 'a.ts', offset: 3 }],
    ['web', { url: 'https://example.com', prompt: 'What is it?' }],
    ['patch', { input: PATCH }],
    ['other', { path: 'a.ts', colour: 'red' }],
    ['other', { search: 'a', replace: 'b' }],
    ['other', {}],
  ])('is told by what only such tools are given: %s', (family, args) => {
    expect(familyOf('unheard_of', args)).toBe(family);
  });

  it('of a shell that was handed a patch is that of a patch', () => {
    expect(familyOf('shell', { command: ['apply_patch', PATCH] })).toBe('patch');
    expect(familyOf('bash', { command: `apply_patch <<'EOF'\n${PATCH}\nEOF` })).toBe('patch');
  });
});

describe('arguments', () => {
  it('are read from an object, also one that was stored as a string', () => {
    expect(parseArguments('{"a":1}')).toEqual({ a: 1 });
    expect(parseArguments(JSON.stringify('{"a":1}'))).toEqual({ a: 1 });
  });

  it('are none in anything else', () => {
    for (const text of ['', '[1]', '"x"', '1', 'null', '{"a":', JSON.stringify('[1]')])
      expect(parseArguments(text)).toBeNull();
  });
});
