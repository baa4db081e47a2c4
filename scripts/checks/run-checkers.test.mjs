import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cruiseProblem } from './checkers.mjs';
import { runCheckers } from './run-checkers.mjs';

const checker = (name, program, findProblem) => ({
  name,
  command: [process.execPath, ['-e', program]],
  ...(findProblem ? { findProblem } : {}),
});

let printed;
beforeEach(() => {
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((text) => printed.push(text));
});
afterEach(() => vi.restoreAllMocks());

describe('runCheckers', () => {
  it('runs them all and gives the names of those that failed', async () => {
    const failed = await runCheckers([
      checker('good', ''),
      checker('bad', 'console.log("line 3 is wrong"); process.exit(1)'),
      checker('also good', ''),
    ]);
    expect(failed).toEqual(['bad']);
    expect(printed.join('\n')).toContain('line 3 is wrong');
    expect(printed.at(-1)).toBe('Failed: bad.');
  });

  it('fails one that exits with 0 and has a problem in its output', async () => {
    const failed = await runCheckers([checker('imports', 'console.log("0 modules")', cruiseProblem)]);
    expect(failed).toEqual(['imports']);
  });
});

describe('cruiseProblem', () => {
  it('is there when no module was looked at', () => {
    expect(
      cruiseProblem('✔ no dependency violations found (0 modules, 0 dependencies cruised)'),
    ).toBeDefined();
    expect(cruiseProblem('')).toBeDefined();
  });

  it('is not there when some were', () => {
    expect(
      cruiseProblem('✔ no dependency violations found (12 modules, 30 dependencies cruised)'),
    ).toBeUndefined();
    expect(
      cruiseProblem('x 1 dependency violations. 412 modules, 900 dependencies cruised.'),
    ).toBeUndefined();
  });
});
