import { app } from 'electron';
import log from 'electron-log/main';
import Store from 'electron-store';
import { z } from 'zod';
import { Theme } from '../../shared/contract/state';

const Bounds = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(400),
  height: z.number().int().min(300),
  isMaximized: z.boolean(),
});
export type Bounds = z.infer<typeof Bounds>;

const Recent = z.object({ path: z.string(), openedAt: z.string(), isFolder: z.boolean().catch(false) });
export type Recent = z.infer<typeof Recent>;

const Settings = z.object({
  theme: Theme.catch('system'),
  bounds: Bounds.nullable().catch(null),
  // One entry that cannot be understood does not take the others along.
  recents: z
    .array(Recent.nullable().catch(null))
    .transform((recents) => recents.filter((recent) => recent !== null))
    .catch([]),
  /** The first start opens a sample; later ones do not. */
  hasStartedBefore: z.boolean().catch(false),
});
type Settings = z.infer<typeof Settings>;

/**
 * What the app remembers between starts, in one JSON file that is replaced as a whole. Where that
 * file can be neither read nor written, the settings last until the app ends: it works without them.
 */
export class SettingsStore {
  readonly #store = openStore();
  // The settings, each value that cannot be understood replaced by its default.
  #settings = Settings.parse(this.#store?.store ?? {});

  read(): Settings {
    return this.#settings;
  }

  write(change: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...change };
    try {
      if (this.#store) this.#store.store = this.#settings;
    } catch (error) {
      log.warn('the settings cannot be written', codeOf(error));
    }
  }
}

function openStore(): Store | null {
  try {
    return new Store({
      name: 'settings',
      cwd: app.getPath('userData'),
      // A file that is no longer JSON is started anew rather than keeping the app from starting.
      clearInvalidConfig: true,
    });
  } catch (error) {
    log.warn('the settings cannot be read', codeOf(error));
    return null;
  }
}

/** The code alone: the message of a file system error names the folder. */
function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : 'unknown';
}
