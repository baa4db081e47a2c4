import { describe, expect, it } from 'vitest';
import { languageOfFence, languageOfPath } from './code-language';

describe('the language of code', () => {
  it('is what stands after a fence, whatever follows it', () => {
    expect(languageOfFence('ts')).toBe('typescript');
    expect(languageOfFence('Python title="a.py"')).toBe('python');
    expect(languageOfFence('js{1,3}')).toBe('javascript');
    expect(languageOfFence('c++')).toBe('cpp');
    expect(languageOfFence('')).toBeNull();
    expect(languageOfFence('constructor')).toBeNull();
  });

  it('is told by how the name of a file ends, or by the whole name', () => {
    expect(languageOfPath('/home/dev/shop/src/Cart.TSX')).toBe('typescript');
    expect(languageOfPath('C:\\work\\Dockerfile')).toBe('dockerfile');
    expect(languageOfPath('.env')).toBe('ini');
    expect(languageOfPath('rust')).toBeNull();
    expect(languageOfPath('notes.txt')).toBeNull();
  });
});
