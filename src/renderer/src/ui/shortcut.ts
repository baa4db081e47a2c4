/**
 * Keyboard shortcuts as text: `Mod+K`, `Alt+ArrowLeft`, `?`. `Mod` is Command on a Mac and Ctrl
 * elsewhere. A shortcut of one printable character names the character typed, so it works on any layout.
 */
export interface Shortcut {
  readonly key: string;
  readonly mod: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

/** The parts of a keyboard event that a shortcut looks at. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

export function parseShortcut(text: string): Shortcut {
  const parts = text.split('+');
  // `Mod++` names the plus key itself.
  const key = text.endsWith('+') ? '+' : (parts.at(-1) ?? '');
  return {
    key,
    mod: parts.includes('Mod'),
    alt: parts.includes('Alt'),
    shift: parts.includes('Shift'),
  };
}

/** Whether a key press is the shortcut. */
export function matchesShortcut(shortcut: Shortcut, press: KeyPress, isMac: boolean): boolean {
  const mod = isMac ? press.metaKey : press.ctrlKey;
  const other = isMac ? press.ctrlKey : press.metaKey;
  if (mod !== shortcut.mod || other || press.altKey !== shortcut.alt) return false;
  if (isBareCharacter(shortcut)) return press.key === shortcut.key;
  return press.shiftKey === shortcut.shift && press.key.toLowerCase() === shortcut.key.toLowerCase();
}

/** A single character without modifiers: typing, unless no text field has the focus. */
export function isBareCharacter(shortcut: Shortcut): boolean {
  return shortcut.key.length === 1 && !shortcut.mod && !shortcut.alt && !shortcut.shift;
}

const KEY_NAMES: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
};

/** The keys of a shortcut as people read them: `['Ctrl', '⇧', 'F']`. */
export function shortcutKeys(shortcut: Shortcut, isMac: boolean): readonly string[] {
  const keys: string[] = [];
  if (shortcut.mod) keys.push(isMac ? '⌘' : 'Ctrl');
  if (shortcut.alt) keys.push(isMac ? '⌥' : 'Alt');
  if (shortcut.shift) keys.push(isMac ? '⇧' : 'Shift');
  keys.push(
    KEY_NAMES[shortcut.key] ?? (shortcut.key.length === 1 ? shortcut.key.toUpperCase() : shortcut.key),
  );
  return keys;
}
