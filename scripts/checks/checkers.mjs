import { packageTool } from '../support/processes.mjs';
import { vitestReport } from './reports.mjs';

/** The name of the checker that runs Vitest. */
export const UNIT_TESTS = 'unit tests';

/** The compilations: each part of the code may use only what its process has. */
export const TYPE_CHECKERS = [
  'tsconfig.json',
  'tsconfig.shared.json',
  'tsconfig.renderer.json',
  'tsconfig.preload.json',
  'tsconfig.e2e.json',
].map((project) => ({
  name: `types (${project})`,
  command: packageTool('typescript/bin/tsc', '-p', project),
}));

/** Everything `npm run check` runs, the slow ones first. A checker may have a look at its output itself. */
export const CHECKERS = [
  {
    name: UNIT_TESTS,
    command: packageTool(
      'vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
    ),
  },
  ...TYPE_CHECKERS,
  {
    name: 'imports',
    command: packageTool(
      'dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'err-long',
      'src',
      'e2e',
    ),
    findProblem: cruiseProblem,
  },
  { name: 'lint and format', command: packageTool('@biomejs/biome/bin/biome', 'ci', '--colors=off', '.') },
  { name: 'unused code', command: packageTool('knip/bin/knip.js') },
];

/** dependency-cruiser finds nothing wrong in nothing: a wrong path, or a TypeScript it does not know, would pass. */
export function cruiseProblem(output) {
  const modules = Number(/\b(\d+) modules\b/.exec(output)?.[1] ?? 0);
  return modules > 0 ? undefined : 'it has looked at no modules';
}
