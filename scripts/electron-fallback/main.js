// What the fallback runtime runs when it is started as `electron [-r HOOK]... [--SWITCH]... FOLDER [ARGUMENT]...`:
// it stands in for the default app of a stock Electron, and does of it what starting an app folder needs.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const { hooks, folder, wantsVersion } = parseArguments(process.argv.slice(1));
if (wantsVersion) {
  console.log(`v${process.versions.electron}`);
  process.exit(0);
}
if (folder === undefined) {
  console.error('usage: electron [-r HOOK]... [--SWITCH]... FOLDER [ARGUMENT]...');
  process.exit(64);
}
const requireHere = createRequire(path.join(process.cwd(), 'here.js'));
for (const hook of hooks) requireHere(hook);
try {
  // Awaited: Electron holds back `ready` until this module is done, so the app is loaded before it, as usual.
  await start(path.resolve(folder));
} catch (error) {
  // A stock Electron opens a dialog here, which nobody would see or close in a test.
  console.error(`Cannot run the app in ${folder}:`, error);
  process.exit(1);
}

function parseArguments(args) {
  const hooks = [];
  for (let index = 0; index < args.length; index++) {
    const argument = args[index];
    if (argument === '-v' || argument === '--version') return { hooks, wantsVersion: true };
    if (argument === '-r' || argument === '--require') {
      index++;
      hooks.push(args[index]);
    } else if (!argument.startsWith('-')) {
      return { hooks, folder: argument };
    }
  }
  return { hooks };
}

async function start(appFolder) {
  const manifest = JSON.parse(readFileSync(path.join(appFolder, 'package.json'), 'utf8'));
  Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });
  app.setAppPath(appFolder);
  app.name = manifest.productName ?? manifest.name;
  if (manifest.version) app.setVersion(manifest.version);
  app.setDesktopName(manifest.desktopName ?? `${app.name}.desktop`);
  await import(pathToFileURL(requireHere.resolve(appFolder)).href);
}
