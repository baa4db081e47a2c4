import { describe, expect, it } from 'vitest';
import { aptCommand, listedLibraries, missingOf, packagesFor } from './system-packages.mjs';

const LISTED = `3 libs found in cache \`/etc/ld.so.cache'
\tlibnss3.so (libc6,x86-64) => /lib/x86_64-linux-gnu/libnss3.so
\tlibgbm.so.1 (libc6) => /lib/i386-linux-gnu/libgbm.so.1
\tlibasound.so.2 (libc6,AArch64) => /lib/aarch64-linux-gnu/libasound.so.2
`;
const nothing = () => false;
const everything = () => true;

describe('system packages', () => {
  it('counts only the libraries of this processor', () => {
    expect([...listedLibraries(LISTED, 'x64')]).toEqual(['libnss3.so']);
    expect([...listedLibraries(LISTED, 'arm64')]).toEqual(['libasound.so.2']);
  });

  it('finds nothing missing where all is there', () => {
    expect(missingOf(['window', 'display', 'compiler'], everything, everything)).toEqual([]);
  });

  it('names each package once, by its name of before 2024 where no other is known', () => {
    const missing = missingOf(['window', 'display', 'compiler'], nothing, nothing);
    expect(packagesFor(missing, nothing)).toEqual([
      'libgtk-3-0',
      'libnss3',
      'libasound2',
      'libgbm1',
      'xvfb',
      'g++',
    ]);
  });

  it('takes the new name of a renamed package where the system knows it', () => {
    const missing = missingOf(['window'], nothing, everything);
    expect(packagesFor(missing, (name) => name.endsWith('t64'))).toEqual([
      'libgtk-3-0t64',
      'libnss3',
      'libasound2t64',
      'libgbm1',
    ]);
  });

  it('has the Redis server of the tests from the package that starts none by itself', () => {
    expect(packagesFor(missingOf(['redis'], everything, nothing), everything)).toEqual(['redis-tools']);
    expect(missingOf(['window', 'display', 'compiler'], everything, nothing)).not.toContainEqual(
      expect.objectContaining({ packages: ['redis-tools'] }),
    );
  });

  it('asks for no compiler and no display where they are not needed', () => {
    const missing = missingOf(['window'], everything, nothing);
    expect(missing).toEqual([]);
  });

  it('gives a command that can be pasted into a shell', () => {
    expect(aptCommand(['xvfb', 'g++'])).toBe(
      'sudo apt-get update && sudo apt-get install -y --no-install-recommends xvfb g++',
    );
  });
});
