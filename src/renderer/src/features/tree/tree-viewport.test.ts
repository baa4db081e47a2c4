import { expect, it } from 'vitest';
import { TreeViewport } from './tree-viewport';

it('tells those who listen what is in view, once a change', () => {
  const viewport = new TreeViewport();
  const seen: number[] = [];
  const stop = viewport.subscribe(() => seen.push(viewport.range().firstLine));
  viewport.report(2.5, 20);
  const range = viewport.range();
  viewport.report(2.5, 20);
  expect(viewport.range()).toBe(range);
  stop();
  viewport.report(7, 20);
  expect(seen).toEqual([2.5]);
  expect(viewport.range()).toEqual({ firstLine: 7, lineCount: 20 });
});

it('scrolls the list that is attached, and none after it is gone', () => {
  const viewport = new TreeViewport();
  const asked: number[] = [];
  const detach = viewport.attach((line) => asked.push(line));
  viewport.scrollTo(40);
  detach();
  viewport.scrollTo(50);
  expect(asked).toEqual([40]);
});
