import { describe, expect, it } from 'vitest';
import { childSessionOf } from './child-session';
import { listedPathsOf } from './listed-paths';
import { lookOf } from './text-look';
import { webHitsOf } from './web-results';

describe('what a search in the web found', () => {
  const hit = { title: 'Rounding', url: 'https://example.org/a', snippet: 'Once.' };
  const shown = { title: 'Rounding', url: 'https://example.org/a', excerpt: 'Once.' };

  it('is read from the details, and from JSON that was printed', () => {
    expect(webHitsOf('text', [{ results: [hit] }])).toEqual([shown]);
    expect(webHitsOf(JSON.stringify([hit]), [])).toEqual([shown]);
    expect(webHitsOf(JSON.stringify({ results: [hit] }), [])).toEqual([shown]);
    expect(webHitsOf(null, [{ results: ['note', { tool_use_id: 'x', content: [hit] }] }])).toEqual([shown]);
  });

  it('is called by its address where it has no title, and is nothing where none is listed', () => {
    expect(webHitsOf(null, [{ results: [{ url: 'https://example.org' }] }])?.[0]?.title).toBe(
      'https://example.org',
    );
    expect(webHitsOf('Found nothing.', [{ results: [] }])).toBeNull();
    expect(webHitsOf('{"results": [', [])).toBeNull();
  });
});

describe('what a call listed', () => {
  it('is told as folders and files, by a mark before or a slash behind', () => {
    expect(listedPathsOf('src/\ncart.ts\n[DIR] docs\n', [])?.paths).toEqual([
      { path: 'src', isFolder: true },
      { path: 'cart.ts', isFolder: false },
      { path: 'docs', isFolder: true },
    ]);
  });

  it('comes from the details before the text, and keeps sentences apart', () => {
    expect(listedPathsOf('2 files', [{ paths: ['a b.ts', 'c.ts'] }])?.paths).toHaveLength(2);
    const listing = listedPathsOf('a.ts\nmy notes.md\n(2 more entries)\n', []);
    expect(listing?.paths.map(({ path }) => path)).toEqual(['a.ts', 'my notes.md']);
    expect(listing?.notes).toEqual(['(2 more entries)']);
    expect(listedPathsOf('No files found matching pattern', [])).toBeNull();
    expect(listedPathsOf('', [])).toBeNull();
  });
});

describe('the look of a text', () => {
  it.each([
    ['{"a": [1]}', 'json'],
    ['{a}', 'plain'],
    ['# Title\n\n- one\n- two', 'markdown'],
    ['See [this](https://example.org/a).', 'markdown'],
    ['Here:\n```ts\n1\n```', 'markdown'],
    ['- a\n- b', 'plain'],
    ['# a comment\nPATH=/bin', 'plain'],
    ['diff --git a b\n# **x**\n- a\n- b', 'plain'],
    ['12: # Title\n13: - **a**\n- b\n- c', 'plain'],
  ])('%j is %s', (text, look) => {
    expect(lookOf(text)).toBe(look);
  });
});

describe('the session of a sub-agent', () => {
  it('is named by the result, else by the call', () => {
    expect(childSessionOf({ task_id: 'old' }, [{ sessionId: 'ses-1' }])).toEqual({ id: 'ses-1' });
    expect(childSessionOf({ prompt: 'p' }, [{ agentId: 'a17' }])).toEqual({ id: 'a17' });
    expect(childSessionOf({ prompt: 'p', agent_id: 'reviewer' }, [{ sessionId: ' ' }])).toBeNull();
  });
});
