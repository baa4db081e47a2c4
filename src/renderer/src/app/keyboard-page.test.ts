import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { compareActions } from '../features/compare/compare-actions';
import { copyActions } from '../features/transcript/copy-actions';
import { jumpActions } from '../features/transcript/jump-actions';
import { treeActions } from '../features/tree/tree-actions';
import { parseShortcut, shortcutKeys } from '../ui/shortcut';
import { shortcutOf } from './actions';
import { thewayFile } from './test-support/theway-file';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/keyboard.md'), 'utf8');

/** The rows of the page's first table, which lists the registry. */
const documented = (page.split('## In the tree')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );

const nothing = () => undefined;
const NO_COMMANDS = {
  showBranch: nothing,
  goTo: nothing,
  focusFilter: nothing,
  show: nothing,
  turnRuns: nothing,
  turnRun: nothing,
};

it('docs/keyboard.md lists the shortcuts of the registry, all of them and no others', async () => {
  // The theme of the system, which a module among them asks for at once.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  const { shellActions } = await import('./shell-actions');
  const { entryActions } = await import('./entry-actions');
  const actions = [
    ...shellActions({
      file: null,
      session: null,
      files: [],
      folder: null,
      folders: [],
      recents: [],
      history: { back: -1, forward: -1 },
    }),
    ...treeActions(true, NO_COMMANDS),
    ...entryActions(thewayFile, 's', null),
    ...jumpActions(true, { toError: nothing, toCall: async () => nothing(), toEdit: async () => nothing() }),
    ...copyActions(true, 0, { copyPath: nothing, copyMessage: nothing }),
    ...compareActions(true, () => undefined),
  ];
  const rows = actions.flatMap((action) => {
    const [keys, macKeys] = [shortcutOf(action, false), shortcutOf(action, true)];
    if (keys === undefined || macKeys === undefined) return [];
    const onMac = shortcutKeys(parseShortcut(macKeys), true);
    return [[shortcutKeys(parseShortcut(keys), false).join('+'), onMac.join(''), action.title]];
  });
  expect([...documented].sort()).toEqual(rows.sort());
  vi.unstubAllGlobals();
});

it('the registry gets its actions from the window, the tree, the transcript and the comparison alone, as the test above takes for granted', () => {
  const source = join(import.meta.dirname, '..');
  const owners = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => [...readFileSync(join(source, file), 'utf8').matchAll(/useActions\('([^']*)'/g)])
    .map(([, owner]) => owner);
  expect(owners.sort()).toEqual(['compare', 'shell', 'transcript', 'tree']);
});
