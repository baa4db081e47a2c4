import styles from './kbd.module.css';
import { isMac } from './platform';
import { parseShortcut, shortcutKeys } from './shortcut';

/** A shortcut as keys; `shortcut` in the notation of `parseShortcut`. */
export function Kbd({ shortcut }: { shortcut: string }) {
  return <kbd className={styles.kbd}>{shortcutKeys(parseShortcut(shortcut), isMac).join(' ')}</kbd>;
}
