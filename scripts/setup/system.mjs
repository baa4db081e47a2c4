import fs from 'node:fs';
import path from 'node:path';
import { Failure, say } from '../support/console.mjs';
import { capture, runVisibly } from '../support/processes.mjs';
import { aptCommand, listedLibraries, missingOf, packagesFor } from './system-packages.mjs';

/**
 * Looks whether the system has what is needed ('window', 'display', 'compiler', 'redis'), and gives the step that installs
 * the rest: as root on Debian and its kin. Where only the user can, it fails with the command to run.
 */
export async function planSystem(needs) {
  const missing = process.platform === 'linux' ? await findMissing(needs) : [];
  if (missing.length > 0) assertCanInstall(missing, await knownPackages(missing));
  return async () => {
    if (missing.length > 0) await install(missing, needs);
    say('system', `all there: ${needs.join(', ')}`);
  };
}

async function findMissing(needs) {
  const listed = await capture(findCommand('ldconfig') ?? 'ldconfig', ['-p']);
  const libraries = listedLibraries(listed.stdout, process.arch);
  // A system that cannot list its libraries is not refused: Electron's first start tells what is missing.
  const hasLibrary = (name) => listed.code !== 0 || libraries.has(name);
  return missingOf(needs, hasLibrary, (name) => findCommand(name) !== undefined);
}

function assertCanInstall(missing, isKnown) {
  const lacking = `this system lacks ${namesOf(missing)}.`;
  const again = 'then try again.';
  if (!findCommand('apt-get')) {
    const packages = packagesFor(missing, () => false).join(' ');
    throw new Failure(`${lacking} Install what provides them (on Debian: ${packages}), ${again}`);
  }
  if (process.getuid() !== 0) {
    throw new Failure(`${lacking} Run\n\n  ${aptCommand(packagesFor(missing, isKnown))}\n\n${again}`);
  }
}

async function install(missing, needs) {
  const names = namesOf(missing);
  say('system', `${names} missing: running apt-get update`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runVisibly('apt-get', ['update', '-qq'], { env }); // if it fails, what is known may still do
  const packages = packagesFor(missing, await knownPackages(missing));
  say('system', `installing ${packages.join(' ')} and what they need (apt-get install)`);
  // A package manager that is at work already is waited for.
  const options = ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300'];
  const installed = await capture('apt-get', ['install', ...options, ...packages], { env });
  const left = await findMissing(needs);
  if (installed.code === 0 && left.length === 0) return;
  console.error(installed.output);
  throw new Failure(
    `${names} could not be installed. See what apt-get says above, run\n\n  ${aptCommand(packages)}\n\nthen try again.`,
  );
}

function namesOf(missing) {
  return missing.map(({ library, command }) => library ?? command).join(', ');
}

async function knownPackages(missing) {
  const names = missing.flatMap(({ packages }) => packages);
  const { stdout } = await capture('apt-cache', ['show', '--no-all-versions', ...names]);
  const known = new Set([...stdout.matchAll(/^Package: (\S+)$/gm)].map(([, name]) => name));
  return (name) => known.has(name);
}

/** The path of a command, also of those that are not on the path of an ordinary user. */
function findCommand(name) {
  return [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/sbin', '/usr/bin']
    .map((folder) => path.join(folder, name))
    .find(isCommand);
}

function isCommand(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false; // also for a folder on the path that we may not look into
  }
}
