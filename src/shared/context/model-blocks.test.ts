import { expect, it } from 'vitest';
import type { Block } from '../model/body';
import { bodyOf } from '../tree/test-support/body';
import { modelBlocks } from './model-blocks';

const raw = (label: string): Block => ({ type: 'raw', label, text: '{}', totalChars: 2 });
const labels = (kind: Parameters<typeof modelBlocks>[0], ...blocks: Block[]) =>
  modelBlocks(kind, bodyOf(0, blocks)).map((block) => (block.type === 'raw' ? block.label : block.type));

it('what is stored beside a message is not given to a model', () => {
  const text: Block = { type: 'text', text: 'x', totalChars: 1 };
  expect(labels('tool_result', text, raw('details'), raw('further fields'))).toEqual(['text']);
  expect(labels('user', text, raw('further fields of the message'), raw('metadata'))).toEqual(['text']);
  expect(labels('user', raw('not in the item: $.x'))).toEqual([]);
});

it('what a message of an application says is, and so are blocks of an unknown type', () => {
  expect(labels('custom_message', raw('further fields of the message'))).toHaveLength(1);
  expect(labels('assistant', raw('unknown block "x"'), raw('block 2'))).toHaveLength(2);
});
