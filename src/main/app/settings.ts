import { app } from 'electron';
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

const Recent = z.object({ path: z.string(), openedAt: z.string() });

const Settings = z.object({
  theme: Theme.catch('system'),
  bounds: Bounds.nullable().catch(null),
  recents: z.array(Recent).catch([]),
  /** The first start opens a sample; later ones do not. */
  hasStartedBefore: z.boolean().catch(false),
});
type Settings = z.infer<typeof Settings>;

/** What the app remembers between starts, in one JSON file that is replaced as a whole. */
export class SettingsStore {
  readonly #store = new Store({
    name: 'settings',
    cwd: app.getPath('userData'),
    // A file that is no longer JSON is started anew rather than keeping the app from starting.
    clearInvalidConfig: true,
  });

  /** The settings, each value that cannot be understood replaced by its default. */
  read(): Settings {
    return Settings.parse(this.#store.store);
  }

  write(change: Partial<Settings>): void {
    this.#store.store = { ...this.read(), ...change };
  }
}
