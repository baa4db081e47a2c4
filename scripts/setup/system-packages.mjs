/**
 * What Electron, the build and the tests need of the system, and the Debian and Ubuntu packages that have it.
 * Each stands for what it pulls in: GTK brings X11, fonts and the rest of what Chromium links.
 */
const SYSTEM_NEEDS = {
  window: [
    { library: 'libgtk-3.so.0', packages: ['libgtk-3-0t64', 'libgtk-3-0'] },
    { library: 'libnss3.so', packages: ['libnss3'] },
    { library: 'libasound.so.2', packages: ['libasound2t64', 'libasound2'] },
    { library: 'libgbm.so.1', packages: ['libgbm1'] },
  ],
  display: [{ command: 'Xvfb', packages: ['xvfb'] }],
  compiler: [
    { command: 'cc', packages: ['g++'] },
    { command: 'c++', packages: ['g++'] },
  ],
  // The Redis server under another of its names (src/main/stores/test-support/redis-server.ts). The package
  // redis-server is only a link to it, and the service, which would be started at once and at every boot.
  redis: [{ command: 'redis-check-rdb', packages: ['redis-tools'] }],
};

// The names that `ldconfig -p` gives the libraries of this processor.
const LIBRARY_KINDS = { x64: 'x86-64', arm64: 'AArch64' };

/** The libraries that `ldconfig -p` lists for a processor, as Node names it. */
export function listedLibraries(ldconfigOutput, arch) {
  const libraries = new Set();
  for (const line of ldconfigOutput.split('\n')) {
    const [, name, kind] = /^\s+(\S+) \(([^)]*)\)/.exec(line) ?? [];
    if (name && kind.includes(LIBRARY_KINDS[arch] ?? '')) libraries.add(name);
  }
  return libraries;
}

/** Of the needs ('window', 'display', 'compiler', 'redis'), what the system does not have. */
export function missingOf(needs, hasLibrary, hasCommand) {
  return needs
    .flatMap((need) => SYSTEM_NEEDS[need])
    .filter(({ library, command }) => (library ? !hasLibrary(library) : !hasCommand(command)));
}

/** The packages to install for what is missing. Newer releases have renamed some: the first known name is taken. */
export function packagesFor(missing, isKnown) {
  const names = missing.map(({ packages }) => packages.find(isKnown) ?? packages.at(-1));
  return [...new Set(names)];
}

/** The two apt commands that install packages, for a shell. */
export function aptCommand(packages) {
  return `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`;
}
