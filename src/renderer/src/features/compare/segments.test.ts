import { expect, it } from 'vitest';
import type { Block } from '../../../../shared/model/body';
import { bodyOf } from '../../../../shared/tree/test-support/body';
import { compareSegments, segmentsOf } from './segments';

const text = (words: string): Block => ({ type: 'text', text: words, totalChars: words.length });
const call = (name: string, args: string, totalChars = args.length): Block => ({
  type: 'tool_call',
  callId: 'c',
  name,
  argumentsText: { text: args, totalChars },
  asString: false,
});

const labels = (left: Block[], right: Block[]) =>
  compareSegments(segmentsOf(bodyOf(0, left)), segmentsOf(bodyOf(0, right))).map(
    (each) => `${each.left ? 'l' : '-'}${each.right ? 'r' : '-'} ${each.label}`,
  );

it('texts stand beside texts, and calls beside calls of the same tool', () => {
  expect(
    labels([text('a'), call('bash', '{}'), call('read', '{}')], [text('b'), call('read', '{}')]),
  ).toEqual(['lr ', 'l- bash', 'lr read']);
  expect(labels([call('read', '{}')], [text('b'), call('read', '{}'), call('edit', '{}')])).toEqual([
    '-r ',
    'lr read',
    '-r edit',
  ]);
  expect(labels([], [])).toEqual([]);
});

it('arguments are set out on lines, so that one that differs is a line', () => {
  const [segment] = compareSegments(
    segmentsOf(bodyOf(0, [call('bash', '{"command":"a","limit":1}')])),
    segmentsOf(bodyOf(0, [call('bash', '{"command":"b","limit":1}')])),
  );
  expect(segment?.left?.filter((part) => part.isChanged).map((part) => part.text)).toEqual([
    '  "command": "a",\n',
  ]);
});

it('an output is compared without its colours, and a cut text says what it lacks', () => {
  const result: Block = { type: 'tool_result', callId: 'c', name: 'bash', isError: false };
  expect(segmentsOf(bodyOf(0, [result, text('\u001b[31mred\u001b[0m')]))).toEqual([
    { label: '', text: 'red', isCode: true, cutChars: 0 },
  ]);
  expect(segmentsOf(bodyOf(0, [call('write', '{"path', 100)]))[0]).toMatchObject({
    text: '{"path',
    cutChars: 94,
  });
});
