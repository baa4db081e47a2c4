import { describe, expect, it } from 'vitest';
import { capture, runWithSignals } from './processes.mjs';

const node = (program) => [process.execPath, ['-e', program]];

describe('capture', () => {
  it('keeps what a command prints, and its exit code', async () => {
    const result = await capture(...node('console.log("out"); console.error("err"); process.exitCode = 3'));
    expect(result).toMatchObject({ code: 3, stdout: 'out\n', stderr: 'err\n' });
    expect(result.output).toContain('out');
    expect(result.output).toContain('err');
  });

  it('tells a command that does not exist from one that fails', async () => {
    const result = await capture('no-such-command-anywhere', []);
    expect(result.code).toBe(127);
    expect(result.output).toContain('ENOENT');
  });

  it('ends a command that takes too long', async () => {
    const result = await capture(...node('setInterval(() => {}, 1000)'), { timeoutMs: 200 });
    expect(result.code).toBe(128 + 15); // SIGTERM
  });
});

describe('runWithSignals', () => {
  it('resolves to the exit code of the command', async () => {
    expect(await runWithSignals(...node('process.exit(7)'))).toBe(7);
    expect(await runWithSignals('no-such-command-anywhere', [])).toBe(127);
  });

  it('resolves to 128 and the number of the signal that ended it', async () => {
    expect(await runWithSignals(...node('process.kill(process.pid, "SIGKILL")'))).toBe(137);
  });
});
