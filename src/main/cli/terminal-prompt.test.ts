import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { askOnTerminal } from './terminal-prompt';

it('gives what was typed', async () => {
  const input = new PassThrough();
  const answer = askOnTerminal('', { isHidden: true, input });
  input.write(' pass wörd \r');
  expect(await answer).toBe(' pass wörd ');
});

it('is left unanswered with Ctrl-C, Ctrl-D, and at the end of the input', async () => {
  for (const leave of ['\x03', '\x04', null]) {
    const input = new PassThrough();
    const answer = askOnTerminal('', { isHidden: true, input });
    if (leave === null) input.end();
    else input.write(leave);
    expect(await answer).toBeNull();
  }
});
