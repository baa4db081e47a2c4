import { describe, expect, it } from 'vitest';
import { nodeVersionProblem } from './node-version.mjs';

const linux = { platform: 'linux', arch: 'x64' };

describe('nodeVersionProblem', () => {
  it('accepts Node 20.19 on linux-x64, where the addon is compiled for it', () => {
    expect(nodeVersionProblem({ version: '20.19.0', nodeApi: 9, ...linux })).toBeUndefined();
  });

  it('refuses what is older, with the version that is needed and the one that is there', () => {
    const problem = nodeVersionProblem({ version: '20.18.1', nodeApi: 9, ...linux });
    expect(problem).toContain('Node 20.19 or newer');
    expect(problem).toContain('20.18.1');
    expect(nodeVersionProblem({ version: '18.20.0', nodeApi: 9, ...linux })).toBeDefined();
  });

  it('asks for Node 22.14 on every other platform', () => {
    for (const elsewhere of [
      { platform: 'linux', arch: 'arm64' },
      { platform: 'darwin', arch: 'arm64' },
      { platform: 'win32', arch: 'x64' },
    ]) {
      const old = nodeVersionProblem({ version: '20.20.2', nodeApi: 9, ...elsewhere });
      expect(old).toContain('Node 22.14 or newer');
      expect(nodeVersionProblem({ version: '22.14.0', nodeApi: 10, ...elsewhere })).toBeUndefined();
    }
  });
});
