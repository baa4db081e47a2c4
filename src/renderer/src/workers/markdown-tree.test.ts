import { describe, expect, it } from 'vitest';
import { firstElements, type MarkdownElement, readMarkdown } from './markdown-tree';

function read(text: string): MarkdownElement {
  const tree = readMarkdown(text);
  if (tree === null) throw new Error('not read');
  return tree;
}

/** A tree as tags around its texts. */
function outline({ tag, children }: MarkdownElement): string {
  const content = children.map((child) => (typeof child === 'string' ? child : outline(child)));
  return `<${tag}>${content.join('')}</${tag}>`;
}

function elements(tree: MarkdownElement): readonly MarkdownElement[] {
  return [tree, ...tree.children.flatMap((child) => (typeof child === 'string' ? [] : elements(child)))];
}

const find = (tree: MarkdownElement, tag: string) => elements(tree).filter((element) => element.tag === tag);

describe('the tree of a Markdown text', () => {
  it('has raw HTML as text, however it is spelled', () => {
    const tree = read('<script>a</script>\n\nb <img src=x> <b>c</b>\n\n<svg\nonload=d>');
    expect(new Set(elements(tree).map(({ tag }) => tag))).toEqual(new Set(['div', 'p']));
    expect(outline(tree)).toContain('<script>a</script>');
  });

  it('has the addresses as they were written, and no other facts than those it knows', () => {
    const [link] = find(read('[a](javascript:b "t")'), 'a');
    expect(link?.facts).toEqual({ href: 'javascript:b' });
    const [image] = find(read('![n](https://example.org/p.png "t")'), 'img');
    expect(image?.facts).toEqual({ src: 'https://example.org/p.png', alt: 'n' });
  });

  it('knows how tables are aligned, lists begin, tasks stand and which language a fence names', () => {
    const tree = read('|a|\n|-:|\n|b|\n\n7. c\n\n- [x] d\n\n```ts title\ne\n```\n\n    f\n');
    expect(find(tree, 'td')[0]?.facts).toEqual({ align: 'right' });
    expect(find(tree, 'ol')[0]?.facts).toEqual({ start: 7 });
    expect(find(tree, 'ul')[0]?.facts).toEqual({ isTaskList: true });
    expect(find(tree, 'input')[0]?.facts).toEqual({ isChecked: true });
    expect(find(tree, 'pre').map(({ facts, children }) => [facts, children])).toEqual([
      [{ language: 'ts' }, ['e']],
      [{}, ['f']],
    ]);
  });

  it('resolves named and numbered characters', () => {
    expect(outline(read('&lt;a&gt; &amp; &#65; &copy;'))).toBe('<div><p><a> & A ©</p></div>');
  });

  it('is none where a text nests deeper than the parser goes', () => {
    expect(readMarkdown('>'.repeat(2_500))).toBeNull();
  });

  it('can be sent by a worker as it is', () => {
    const tree = read('# a\n\n- [b](c)');
    expect(structuredClone(tree)).toEqual(tree);
  });
});

describe('the first elements of a tree', () => {
  const TEXT = `# Title\n\n|a|b|\n|-|-|\n${'|1|**2**|\n'.repeat(50)}\n- x\n  - y\n    - z\n\nSee[^1] www.example.com end\n\n[^1]: note\n`;
  const tree = read(TEXT);

  it('end where the text of the others begins, and together they leave nothing out', () => {
    for (let most = 1; most < tree.size; most += 1) {
      const { tree: first, restAt } = firstElements(tree, most);
      const drawn = elements(first).length;
      // Where the whole of the text is drawn, what is left are the notes at the foot.
      const next = elements(tree)[drawn];
      expect(restAt).toBe(next?.at ?? null);
      expect(elements(first).map(({ tag }) => tag)).toEqual(
        elements(tree)
          .slice(0, drawn)
          .map(({ tag }) => tag),
      );
    }
  });

  it('are cut within a table, a list and a line', () => {
    const cutIn = new Set<string>();
    for (let most = 1; most < tree.size; most += 1) {
      const { restAt } = firstElements(tree, most);
      for (const element of elements(tree)) if (element.at === restAt) cutIn.add(element.tag);
    }
    for (const tag of ['tr', 'td', 'strong', 'ul', 'li', 'a', 'p']) expect(cutIn).toContain(tag);
  });

  it('are not many more than was asked for', () => {
    for (let most = 1; most < tree.size; most += 7)
      expect(elements(firstElements(tree, most).tree).length).toBeLessThanOrEqual(most);
  });

  it('have what is in it as a whole unchanged, so that it is not drawn again', () => {
    const rowsOf = (most: number) => find(firstElements(tree, most).tree, 'tr');
    expect(rowsOf(60).length).toBeGreaterThan(5);
    expect(rowsOf(120).slice(0, 5)).toEqual(rowsOf(60).slice(0, 5));
    for (const [at, row] of rowsOf(60).slice(0, -1).entries()) expect(rowsOf(120)[at]).toBe(row);
  });

  it('are the tree itself once they are all', () => {
    expect(firstElements(tree, tree.size)).toEqual({ tree, restAt: null });
    expect(firstElements(tree, tree.size).tree).toBe(tree);
  });
});
