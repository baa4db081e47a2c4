/** The import-direction rule of docs/architecture.md, as a checker. */
const TEST = '\\.test\\.tsx?$|/test-support/';
const main = (name) => `^src/main/${name}/`;

/** In main, each layer may import the layers before it (and src/shared), never one after it. */
const LAYERS = [
  ['sqlite', 'lines'],
  ['formats', 'stores', 'theway'],
  ['integrity', 'comparison', 'finding'],
  ['library', 'export', 'writing'],
  ['data-process'],
  ['cli'],
];

const layerRules = LAYERS.flatMap((layer, index) => {
  const later = LAYERS.slice(index + 1)
    .flat()
    .concat('app');
  return layer.map((folder) => ({
    name: `main/${folder} imports earlier layers only`,
    severity: 'error',
    from: { path: main(folder), pathNot: TEST },
    to: { path: `^src/main/(${later.join('|')})/` },
  }));
});

export default {
  forbidden: [
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'shared is pure',
      severity: 'error',
      from: { path: '^src/shared/', pathNot: TEST },
      to: { pathNot: '^src/shared/|^node_modules/zod/' },
    },
    {
      name: 'renderer imports shared only',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: { path: '^src/(main|preload)/' },
    },
    {
      name: 'renderer has no Node and no Electron',
      severity: 'error',
      from: { path: '^src/renderer/', pathNot: TEST },
      to: { path: '^(electron|better-sqlite3)$|^node_modules/(electron|better-sqlite3)/' },
    },
    {
      name: 'renderer and shared use no Node modules',
      severity: 'error',
      from: { path: '^src/(renderer|shared)/', pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'what is drawn everywhere knows no view',
      severity: 'error',
      from: { path: '^src/renderer/src/ui/' },
      to: { path: '^src/renderer/src/(app|features)/' },
    },
    {
      name: 'features share features/entry, and nothing else of each other',
      severity: 'error',
      from: {
        path: '^src/renderer/src/features/([^/]+)/',
        pathNot: '^src/renderer/src/features/session-editing/',
      },
      to: {
        path: '^src/renderer/src/features/',
        // The inspector shows the checks: their panel is that folder's public file.
        pathNot: '^src/renderer/src/features/($1|entry)/|/features/checks/checks-panel\\.tsx$',
      },
    },
    {
      name: 'the edits of sessions build on the dialogs of editing',
      severity: 'error',
      from: { path: '^src/renderer/src/features/session-editing/' },
      to: {
        path: '^src/renderer/src/features/',
        pathNot: '^src/renderer/src/features/(session-editing|editing|entry)/',
      },
    },
    {
      name: 'preload imports shared and electron only',
      severity: 'error',
      from: { path: '^src/preload/' },
      to: { pathNot: '^src/(shared|preload)/|^electron$|^node_modules/(electron|zod)/' },
    },
    {
      name: 'electron in main/app, its entry and preload only',
      severity: 'error',
      from: { pathNot: '^src/main/(app/|index\\.ts$)|^src/preload/|^e2e/|^bench/' },
      to: { path: '^electron$|^node_modules/electron/' },
    },
    {
      name: 'better-sqlite3 only where a database is owned',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/main/(sqlite|stores|library|writing|samples)/|${TEST}` },
      to: { path: '^better-sqlite3$|^node_modules/(@types/)?better-sqlite3/' },
    },
    {
      name: 'main/app talks to data processes through their client',
      severity: 'error',
      from: { path: '^src/main/(app/|index\\.ts$)', pathNot: TEST },
      // An address is read before a process is given it: it opens nothing.
      to: { path: '^src/main/(?!app/|data-process/(client|protocol)|stores/redis/address)' },
    },
    {
      name: 'an upgrade is asked for through its one public file',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/main/writing/upgrade/' },
      to: { path: '^src/main/writing/upgrade/', pathNot: '/requests\\.ts$' },
    },
    ...layerRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^out/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
