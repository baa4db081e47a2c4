import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { isReadable, Markdown } from './markdown';

// What one task may draw as Markdown is limited: each test begins in another.
beforeEach(() => new Promise((resolve) => setTimeout(resolve)));

const html = (text: string) => renderToStaticMarkup(<Markdown text={text} />);

describe('Markdown of a transcript', () => {
  it('shows raw HTML as text', () => {
    const shown = html('a <b>bold</b> <img src=x onerror="alert(1)">\n\n<script>alert(1)</script>');
    expect(shown).not.toMatch(/<(script|img|b)[ >]/);
    expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(shown).toContain('onerror');
  });

  it('loads no image, and says where it would be', () => {
    const shown = html('![chart](https://tracker.example/p.png?d=secret)');
    expect(shown).not.toContain('<img');
    expect(shown).toContain('chart');
    expect(shown).toContain('https://tracker.example/p.png?d=secret');
  });

  it('makes links of web addresses only, with the host beside them', () => {
    expect(html('[docs](https://example.org/a)')).toMatch(
      /href="https:\/\/example\.org\/a".*\(<bdi>example\.org/,
    );
    for (const target of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'vscode://x',
      '/a',
    ]) {
      const shown = html(`[docs](${target})`);
      expect(shown).not.toContain('href');
      expect(shown).toContain('docs');
    }
  });

  it('makes hidden characters visible, in prose and in code', () => {
    expect(html('a\u202eb')).toContain('U+202E');
    expect(html('`a\u200bb`')).toContain('U+200B');
    expect(html('```\na\u2066b\n```')).toContain('U+2066');
  });

  it('resolves characters that are written by their names', () => {
    expect(html('a &lt;b&gt; &copy;')).toContain('a &lt;b&gt; ©');
  });

  it('keeps tables, lists and code', () => {
    const shown = html('| a | b |\n|---|---|\n| 1 | 2 |\n\n1. one\n\n```js\nlet a;\n```');
    expect(shown).toContain('<td');
    expect(shown).toContain('<ol');
    expect(shown).toContain('let a;');
  });

  it.each([
    ['quotes', '>'.repeat(5000)],
    ['lists on a line', '- '.repeat(5000)],
    ['lists over lines', Array.from({ length: 600 }, (_, level) => `${'  '.repeat(level)}- x`).join('\n')],
  ])('shows %s that nest without end as plain text', (_, text) => {
    expect(html(text)).toMatch(/^<p/);
  });

  it.each([
    ['code spans', '` '],
    ['emphasis that stays open', '*a_'],
    ['rows of a table', '|a|b|\n|-|-|\n'],
    ['table rows without a mark', 'a\n'],
    ['list items', '- a\n'],
    ['paragraphs', 'a\n\n'],
    ['links that stay open', '[a]('],
    ['web addresses', 'www.a.b '],
    ['strikings', '~a~'],
    ['hard breaks', 'a  \n'],
  ])('shows %s without end as plain text, rather than hold up the window', (_, text) => {
    const shown = html(text.repeat(16_384 / text.length));
    expect(shown).toContain('Shown as it is written');
    expect(shown).toMatch(/^<p/);
    expect(shown.match(/<[a-z]/g)?.length).toBeLessThan(10);
  });

  it('shows code spans of ever longer fences as plain text', () => {
    const fences = Array.from({ length: 180 }, (_, at) => '`'.repeat(at + 1)).join(' ');
    expect(html(fences)).toMatch(/^<p/);
  });

  it('shows what is much work as it is written, until a worker has read it', () => {
    const table = `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(300)}`;
    const lists = Array.from({ length: 190 }, (_, at) => `${' '.repeat(at)}- deeper`).join('\n');
    for (const text of [table, lists]) {
      expect(isReadable(text)).toBe(true);
      expect(html(text)).toMatch(/^<p/);
      expect(html(text)).not.toContain('Shown as it is written');
    }
  });

  it('reads a long page of dense Markdown', () => {
    const section =
      '## Title\n\nSome *words* and `code` with a [link](https://example.org).\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n';
    expect(isReadable(section.repeat(60))).toBe(true);
    expect(html(section.repeat(10))).toContain('<h2');
  });
});
