import { describe, expect, it } from 'vitest';
import { isBareCharacter, matchesShortcut, parseShortcut, shortcutKeys } from './shortcut';

function press(
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
) {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held };
}

describe('matchesShortcut', () => {
  const palette = parseShortcut('Mod+K');

  it('takes Ctrl for Mod, and Command on a Mac', () => {
    expect(matchesShortcut(palette, press('k', { ctrlKey: true }), false)).toBe(true);
    expect(matchesShortcut(palette, press('k', { metaKey: true }), true)).toBe(true);
    expect(matchesShortcut(palette, press('k', { ctrlKey: true }), true)).toBe(false);
  });

  it('refuses a modifier that the shortcut does not name', () => {
    expect(matchesShortcut(palette, press('K', { ctrlKey: true, shiftKey: true }), false)).toBe(false);
    expect(matchesShortcut(palette, press('k', { ctrlKey: true, altKey: true }), false)).toBe(false);
    expect(matchesShortcut(palette, press('k'), false)).toBe(false);
  });

  it('takes a bare character however the layout makes it', () => {
    expect(matchesShortcut(parseShortcut('?'), press('?', { shiftKey: true }), false)).toBe(true);
    expect(matchesShortcut(parseShortcut('/'), press('/', { shiftKey: true }), false)).toBe(true);
    expect(matchesShortcut(parseShortcut('/'), press('/', { ctrlKey: true }), false)).toBe(false);
  });

  it('reads the plus key', () => {
    expect(matchesShortcut(parseShortcut('Mod++'), press('+', { ctrlKey: true }), false)).toBe(true);
  });
});

describe('isBareCharacter', () => {
  it('is true only for what a text field would take as typing', () => {
    expect(isBareCharacter(parseShortcut('/'))).toBe(true);
    expect(isBareCharacter(parseShortcut('Mod+K'))).toBe(false);
    expect(isBareCharacter(parseShortcut('Delete'))).toBe(false);
  });
});

describe('shortcutKeys', () => {
  it('names the keys of the platform', () => {
    expect(shortcutKeys(parseShortcut('Mod+Shift+F'), false)).toEqual(['Ctrl', 'Shift', 'F']);
    expect(shortcutKeys(parseShortcut('Mod+Shift+F'), true)).toEqual(['⌘', '⇧', 'F']);
    expect(shortcutKeys(parseShortcut('Alt+ArrowLeft'), false)).toEqual(['Alt', '←']);
  });
});
