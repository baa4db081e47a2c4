import fs from 'node:fs';
import path from 'node:path';
import { inCheckout } from '../support/checkout.mjs';
import { Failure } from '../support/console.mjs';
import { sha256 } from '../support/digests.mjs';
import { capture } from '../support/processes.mjs';

const BOTH = ['-O2', '-fPIC', '-pthread', '-DNDEBUG', '-w'];
const SQLITE = ['-std=c99', ...BOTH];
const ADDON = [
  '-std=c++20',
  ...BOTH,
  '-fno-exceptions',
  '-fno-rtti',
  '-fvisibility=hidden',
  '-fvisibility-inlines-hidden',
  '-DNODE_GYP_MODULE_NAME=better_sqlite3',
  '-DNAPI_DISABLE_CPP_EXCEPTIONS',
  '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS',
];
// The symbols of our SQLite must not mix with those of another in the same process.
const LINK = ['-shared', '-pthread', '-Wl,-Bsymbolic', '-Wl,--exclude-libs,ALL'];
// Makes it load on runtimes older than those it was written for.
const PREFIX = inCheckout('scripts/setup/node-api-experimental.h');
const INGREDIENTS = ['better-sqlite3', 'node-addon-api', 'node-api-headers'];

/** Names a compiled addon by all that goes into it: the packages as in the lock, the flags, the platform. */
export function addonKey(lock, { platform, arch } = process) {
  const packages = INGREDIENTS.map((name) => lock[`node_modules/${name}`].integrity);
  const recipe = sha256(JSON.stringify([packages, SQLITE, ADDON, LINK, fs.readFileSync(PREFIX, 'utf8')]));
  return `${lock['node_modules/better-sqlite3'].version}-${platform}-${arch}-${recipe.slice(0, 16)}`;
}

/** Compiles better-sqlite3 into `file`, from the sources in its package; `scratch` is for what lies between. */
export async function compileAddon(file, scratch) {
  const [sources, addonApi, headers] = INGREDIENTS.map((name) => inCheckout('node_modules', name));
  const sqliteFolder = path.join(sources, 'deps/sqlite3');
  const sqlite = path.join(scratch, 'sqlite3.o');
  const addon = path.join(scratch, 'addon.o');
  const includes = [sqliteFolder, addonApi, path.join(headers, 'include')].map((folder) => `-I${folder}`);
  const defines = sqliteDefines(fs.readFileSync(path.join(sources, 'deps/defines.gypi'), 'utf8'));
  // Side by side: they take about as long, and nothing else is to be compiled.
  await Promise.all([
    compile('cc', ['-c', path.join(sqliteFolder, 'sqlite3.c'), '-o', sqlite, ...SQLITE, ...defines]),
    compile('c++', [
      '-c',
      path.join(sources, 'src/better_sqlite3.cpp'),
      '-o',
      addon,
      ...ADDON,
      '-include',
      PREFIX,
      ...includes,
    ]),
  ]);
  await compile('c++', ['-o', file, addon, sqlite, ...LINK]);
}

/** The compiler's -D options for the settings in better-sqlite3's defines.gypi. */
export function sqliteDefines(gypi) {
  return [...gypi.matchAll(/^\s*'([A-Z][A-Z0-9_]*(?:=-?\w+)?)',$/gm)].map(([, define]) => `-D${define}`);
}

async function compile(command, args) {
  const result = await capture(command, args);
  if (result.code !== 0)
    throw new Failure(`better-sqlite3 cannot be compiled (${command}):\n${result.output}`);
}
