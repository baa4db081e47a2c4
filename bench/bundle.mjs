// Benchmarks of what has no process of its own import its TypeScript, and are bundled with it.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { inCheckout } from '../scripts/support/checkout.mjs';

/** The exports of a module in bench/ that imports from src/; built into out/bench. */
export async function importBundled(file) {
  const outDir = inCheckout('out/bench');
  const name = `${path.parse(file).name}.mjs`;
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: inCheckout('bench', file),
      outDir,
      emptyOutDir: false,
      rolldownOptions: { external: ['better-sqlite3'], output: { entryFileNames: name } },
    },
  });
  return import(pathToFileURL(path.join(outDir, name)).href);
}
