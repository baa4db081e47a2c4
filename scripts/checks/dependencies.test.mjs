import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inCheckout } from '../support/checkout.mjs';

const read = (...parts) => readFileSync(inCheckout(...parts), 'utf8');
const { dependencies, devDependencies } = JSON.parse(read('package.json'));
const used = Object.keys({ ...dependencies, ...devDependencies }).sort();

/** Each package that docs/dependencies.md has in a table, with the licence it gives. */
const documented = read('docs/dependencies.md')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| (package |-)/.test(line))
  .flatMap((line) => {
    const [, names, licence] = line.split('|').map((cell) => cell.trim());
    return names.split(', ').map((name) => [name, licence]);
  });

it('the documentation has one line for each dependency, and none for anything else', () => {
  expect(documented.map(([name]) => name).sort()).toEqual(used);
});

it('the documentation gives each licence as the installed package does', () => {
  const installed = documented.map(([name]) => {
    const { license } = JSON.parse(read('node_modules', name, 'package.json'));
    return [name, license.replace(' OR ', ' or ')];
  });
  expect(documented).toEqual(installed);
});

it('every version is exact', () => {
  const versions = Object.values({ ...dependencies, ...devDependencies });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
