import type { KeyboardEvent } from 'react';
import { describe, expect, it } from 'vitest';
import { sessionOf } from '../../../../shared/tree/test-support/session';
import { visibleTree } from '../../../../shared/tree/visible-tree';
import { TreeKeys } from './tree-keys';

const index = sessionOf([
  { kind: 'user', preview: 'Where is the leak?' },
  { preview: 'I look.' },
  { kind: 'tool_result', preview: 'found', toolNames: 'grep' },
  { preview: 'It is in the log.' },
  { preview: 'In the logger.' },
  { kind: 'user', preview: 'Écris-le.' },
]);
const columns = { parents: index.parents, callCounts: index.callCounts, apart: new Uint8Array(6) };
const unfolded = visibleTree(columns, null, { isFolded: false, except: new Set() });
const folded = visibleTree(columns, null, { isFolded: true, except: new Set() });

/** Presses keys one after the other, so many ms apart, and gives what they did. */
function pressed(keys: readonly string[], from: number, shown = unfolded, apartMs = 100): string[] {
  const done: string[] = [];
  const tree = new TreeKeys();
  let row = from;
  for (const [at, key] of keys.entries()) {
    // What is looked at of an event.
    const event = { key, timeStamp: at * apartMs } as KeyboardEvent;
    const isUsed = tree.press(event, row, {
      index,
      shown,
      activate: (next) => {
        row = next;
        done.push(`to ${next}`);
      },
      turnRun: (start) => done.push(`turn ${start}`),
      unfoldAll: () => done.push('unfold'),
      label: () => done.push('label'),
    });
    if (!isUsed) done.push(`not ${key}`);
  }
  return done;
}

describe('letters typed on the tree', () => {
  it('go to the next entry that begins with them, by words, tools or kind, and around', () => {
    expect(pressed(['i'], 0)).toEqual(['to 1']);
    expect(pressed(['i'], 1)).toEqual(['to 3']);
    expect(pressed(['g'], 4)).toEqual(['to 2']);
    expect(pressed(['u'], 0)).toEqual(['to 5']);
    expect(pressed(['É'], 0)).toEqual(['to 5']);
  });

  it('make a word while they follow each other, and a new one after a pause', () => {
    expect(pressed(['i', 'n', ' ', 't'], 0)).toEqual(['to 1', 'to 4', 'to 4', 'to 4']);
    expect(pressed(['i', 'i'], 0, unfolded, 1000)).toEqual(['to 1', 'to 3']);
  });

  it('leave signs to the shortcuts of the window', () => {
    expect(pressed(['?', '/', ' ', 'Tab'], 0)).toEqual(['not ?', 'not /', 'not  ', 'not Tab']);
  });

  it('label the entry with L, unless a word has begun', () => {
    expect(pressed(['l'], 0)).toEqual(['label']);
    expect(pressed(['i', 't', ' ', 'i', 's', ' ', 'i', 'n', 'l'], 0)).not.toContain('label');
    expect(pressed(['L'], 0)).toEqual([]);
  });
});

describe('keys for runs', () => {
  it('fold the run below its head with left, and unfold it with right', () => {
    expect(pressed(['ArrowLeft'], 0)).toEqual(['turn 1']);
    expect(pressed(['ArrowRight'], 0, folded)).toEqual(['turn 1']);
    expect(pressed(['ArrowRight'], 1, folded)).toEqual(['turn 1']);
  });

  it('move where there is nothing to fold or unfold', () => {
    expect(pressed(['ArrowRight'], 0)).toEqual(['not ArrowRight']);
    expect(pressed(['ArrowLeft'], 2)).toEqual(['not ArrowLeft']);
    expect(pressed(['ArrowLeft'], 0, folded)).toEqual(['not ArrowLeft']);
  });

  it('unfold all with a star', () => {
    expect(pressed(['*'], 3)).toEqual(['unfold']);
  });
});
