import { describe, expect, it } from 'vitest';
import { capture, runInteractively } from './processes.mjs';

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

describe('runInteractively', () => {
  it('resolves to the exit code of the command', async () => {
    expect(await runInteractively(...node('process.exit(7)'))).toBe(7);
    expect(await runInteractively('no-such-command-anywhere', [])).toBe(127);
  });

  it('resolves to 128 and the number of the signal that ended it', async () => {
    expect(await runInteractively(...node('process.kill(process.pid, "SIGKILL")'))).toBe(137);
  });
});

describe('a signal for us', () => {
  // In a process of its own: the signal is for the whole of it.
  const run = async (call, childProgram) => {
    const module = new URL('./processes.mjs', import.meta.url).href;
    const args = JSON.stringify([process.execPath, ['-e', childProgram]]);
    const program = `
      const { capture, runInteractively } = await import(${JSON.stringify(module)});
      setTimeout(() => process.kill(process.pid, 'SIGTERM'), 500);
      console.log(await ${call}(...${args}).catch((error) => error.message));`;
    return (await capture(process.execPath, ['--input-type=module', '-e', program])).stdout;
  };
  const waits =
    "process.on('SIGTERM', () => { console.log('in order'); process.exit(5); }); setInterval(() => {}, 1000);";

  it('ends a command that is captured, and what was to follow it', async () => {
    expect(await run('capture', waits)).toBe('stopped by SIGTERM.\n');
  });

  it('lets a command in the foreground end in its own order', async () => {
    expect(await run('runInteractively', waits)).toBe('in order\n5\n');
  });
});
