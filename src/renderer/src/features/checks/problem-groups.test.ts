import { expect, it } from 'vitest';
import type { Problem } from '../../../../shared/model/report';
import { problemOf } from '../../../../shared/model/test-support/report';
import { problemGroups } from './problem-groups';

const problem = (change: Partial<Problem>): Problem => ({ ...problemOf('error'), ...change });

it('groups problems by kind in the order of the kinds, and within one in the order of the file', () => {
  const groups = problemGroups(
    [
      problem({ code: 'glued-record', severity: 'warning', line: 2 }),
      problem({ code: 'damaged-line', line: 5 }),
      problem({ code: 'glued-record', severity: 'warning', line: 9 }),
    ],
    [
      { code: 'damaged-line', severity: 'error', count: 1 },
      { code: 'glued-record', severity: 'warning', count: 2 },
    ],
  );
  expect(groups.map(({ code, problems }) => [code, problems.map(({ line }) => line)])).toEqual([
    ['damaged-line', [5]],
    ['glued-record', [2, 9]],
  ]);
});

it('keeps one code at two severities apart', () => {
  const kinds = [
    { code: 'x', severity: 'error', count: 1 },
    { code: 'x', severity: 'note', count: 1 },
  ] as const;
  const groups = problemGroups([problem({ code: 'x' }), problem({ code: 'x', severity: 'note' })], kinds);
  expect(groups.map(({ severity, problems }) => [severity, problems.length])).toEqual([
    ['error', 1],
    ['note', 1],
  ]);
});

it('counts what is not listed, and lists nothing that only stands for it', () => {
  const [group, ...others] = problemGroups(
    [problem({ code: 'a' }), problem({ code: 'problems-not-listed', severity: 'note' })],
    [{ code: 'a', severity: 'error', count: 500 }],
  );
  expect([group?.count, group?.problems.length, others.length]).toEqual([500, 1, 0]);
});

it('tells once what all of a kind say', () => {
  const kinds = [{ code: 'a', severity: 'error', count: 2 }] as const;
  const messages = (...texts: string[]) =>
    problemGroups(
      texts.map((message) => problem({ code: 'a', message })),
      kinds,
    )[0]?.message;
  expect(messages('Same.', 'Same.')).toBe('Same.');
  expect(messages('One.', 'Other.')).toBe(null);
  expect(messages('Alone.')).toBe(null);
});
