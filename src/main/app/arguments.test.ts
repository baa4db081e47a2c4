import { describe, expect, it } from 'vitest';
import { startArguments } from './arguments';

const filesOf = (...given: Parameters<typeof startArguments>) => startArguments(...given).paths;

describe('files on the command line', () => {
  it('follow the app folder in development and the program in a package', () => {
    expect(filesOf(['electron', '.', 'a.db', '/b.db'], '/home/u', false)).toEqual(['/home/u/a.db', '/b.db']);
    expect(filesOf(['ramify', 'a.db'], '/home/u', true)).toEqual(['/home/u/a.db']);
  });

  it('are told apart from switches, which Chromium and Electron add in any place', () => {
    expect(filesOf(['electron', '--no-sandbox', '.', '--inspect=0', 'a.db', '-x'], '/w', false)).toEqual([
      '/w/a.db',
    ]);
  });

  it('may begin with a dash after a double dash', () => {
    expect(filesOf(['ramify', '--', '-odd.db'], '/w', true)).toEqual(['/w/-odd.db']);
  });

  it('may hold spaces and odd characters, and an empty one is no file', () => {
    expect(filesOf(['ramify', 'a b?#%.db', ''], '/w', true)).toEqual(['/w/a b?#%.db']);
  });

  it('are told apart from links, which stay as they were given', () => {
    const link = 'ramify://open?file=%2Fa.db';
    const given = startArguments(['ramify', link, 'a.db', '--', './ramify:odd'], '/w', true);
    expect(given).toEqual({ paths: ['/w/a.db', '/w/ramify:odd'], links: [link] });
  });
});
