import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'vite';

/**
 * Builds a TypeScript module (its absolute path) into a folder of its own in `folder`, with all it needs beside it,
 * readable by everybody: the checkout may not be. Gives the path of the script, to be run with Node.
 */
export async function bundleEntry(folder: string, entry: string): Promise<string> {
  const name = path.parse(entry).name;
  const outDir = path.join(folder, name);
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: entry,
      outDir,
      rolldownOptions: { external: ['better-sqlite3'], output: { entryFileNames: `${name}.mjs` } },
    },
  });
  const binding = path.dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json'));
  const target = path.join(outDir, 'node_modules', 'better-sqlite3');
  for (const part of ['package.json', 'lib', 'build/Release/better_sqlite3.node', 'prebuilds']) {
    const from = path.join(binding, part);
    if (fs.existsSync(from)) fs.cpSync(from, path.join(target, part), { recursive: true });
  }
  return path.join(outDir, `${name}.mjs`);
}

/** As {@link bundleEntry}, of reader.ts beside this file: `script DATABASE CACHE_FOLDER [stay]`. */
export function bundleReader(folder: string): Promise<string> {
  return bundleEntry(folder, path.join(import.meta.dirname, 'reader.ts'));
}
