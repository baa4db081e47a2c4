import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'vite';

/**
 * Builds reader.ts into `folder`, with all it needs beside it, readable by everybody: the checkout may not be.
 * Gives the path of the script. Run it with Node: `script DATABASE CACHE_FOLDER [stay]`.
 */
export async function bundleReader(folder: string): Promise<string> {
  const outDir = path.join(folder, 'reader');
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: path.join(import.meta.dirname, 'reader.ts'),
      outDir,
      rolldownOptions: { external: ['better-sqlite3'], output: { entryFileNames: 'reader.mjs' } },
    },
  });
  const binding = path.dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json'));
  const target = path.join(outDir, 'node_modules', 'better-sqlite3');
  for (const part of ['package.json', 'lib', 'build/Release/better_sqlite3.node', 'prebuilds']) {
    const from = path.join(binding, part);
    if (fs.existsSync(from)) fs.cpSync(from, path.join(target, part), { recursive: true });
  }
  return path.join(outDir, 'reader.mjs');
}
