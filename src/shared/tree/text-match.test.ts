import { describe, expect, it } from 'vitest';
import { kindOfCode } from '../model/kind';
import { sessionOf } from './test-support/session';
import { matchRows } from './text-match';

const session = sessionOf([
  { kind: 'user', preview: 'Where is the Größe kept?' },
  { preview: 'In the queue.', toolNames: 'read, bash' },
  { kind: 'tool_result', preview: 'Queue of 3', toolNames: 'bash' },
  { kind: 'model_change', id: 'entry-QX7', preview: '' },
  { preview: 'that' },
  { preview: 'is' },
]);
const labels = new Map([[1, ['Before refactor']]]);
const found = (text: string) => {
  const marks = matchRows(session, text, { kindWord: (code) => kindOfCode(code).replace('_', ' '), labels });
  return marks && [...marks.keys()].filter((row) => marks[row] === 1);
};

describe('the text filter', () => {
  it('finds first words, tool names, ids, labels and kinds, in any case', () => {
    expect(found('QUEUE')).toEqual([1, 2]);
    expect(found('bash')).toEqual([1, 2]);
    expect(found('qx7')).toEqual([3]);
    expect(found('refactor')).toEqual([1]);
    expect(found('Tool result')).toEqual([2]);
  });

  it('folds letters beyond ASCII', () => {
    expect(found('GRÖßE')).toEqual([0]);
    expect(found('größe')).toEqual([0]);
  });

  it('takes the upper and the lower form of a letter for what they are, byte by byte', () => {
    const russian = sessionOf([{ preview: 'Привет' }, { preview: '\u0460' }]);
    const words = { kindWord: () => '', labels: new Map() };
    expect([...(matchRows(russian, 'ПРИВ', words) ?? [])]).toEqual([1, 0]);
    // Р and р differ in both of their bytes; a mixture of these is another letter.
    expect([...(matchRows(russian, 'р', words) ?? [])]).toEqual([1, 0]);
  });

  it('wants every word, wherever it stands', () => {
    expect(found('queue read')).toEqual([1]);
    expect(found('refactor user')).toEqual([]);
  });

  it('does not find a word that only two entries side by side make up', () => {
    expect(found('thatis')).toEqual([]);
  });

  it('asks for nothing without words', () => {
    expect(found('  ')).toBeNull();
    expect(found('')).toBeNull();
  });
});
