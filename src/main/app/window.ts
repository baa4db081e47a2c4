import path from 'node:path';
import { BrowserWindow, nativeTheme, type Rectangle, screen } from 'electron';
import { devServerUrl, PAGE_ORIGIN } from './policy';
import type { Bounds, SettingsStore } from './settings';

const DEFAULT_SIZE = { width: 1440, height: 900 };
const SAVE_DELAY_MS = 300;

/** Opens the one window, where and as large as it was last time. */
export function openWindow(settings: SettingsStore): BrowserWindow {
  const bounds = settings.read().bounds;
  const window = new BrowserWindow({
    ...(bounds && isOnScreen(bounds) ? asLargeAsScreens(bounds) : DEFAULT_SIZE),
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Ramify',
    // The page's background, `--surface`: nothing flashes before the first paint.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1c1d1b' : '#ffffff',
    webPreferences: {
      preload: path.join(import.meta.dirname, '../preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  if (bounds?.isMaximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  rememberBounds(window, settings);
  void window.loadURL(devServerUrl ?? `${PAGE_ORIGIN}/index.html`);
  return window;
}

function rememberBounds(window: BrowserWindow, settings: SettingsStore): void {
  const save = () => {
    if (!window.isDestroyed())
      settings.write({ bounds: { ...window.getNormalBounds(), isMaximized: window.isMaximized() } });
  };
  let timer: NodeJS.Timeout | undefined;
  const saveSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_DELAY_MS);
  };
  window.on('resize', saveSoon);
  window.on('move', saveSoon);
  window.on('close', () => {
    clearTimeout(timer);
    save();
  });
}

/** Whether a window there could be seen: the screen it stood on may be gone. */
function isOnScreen(bounds: Bounds): boolean {
  const area = screen.getDisplayMatching(bounds).workArea;
  return (
    overlap(bounds.x, bounds.width, area.x, area.width) >= 100 &&
    overlap(bounds.y, bounds.height, area.y, area.height) >= 100
  );
}

/** A window larger than all screens together ends the process that draws it. */
function asLargeAsScreens(bounds: Bounds): Rectangle {
  const areas = screen.getAllDisplays().map((display) => display.bounds);
  const width = areas.reduce((sum, area) => sum + area.width, 0);
  const height = areas.reduce((sum, area) => sum + area.height, 0);
  const { x, y } = bounds;
  return { x, y, width: Math.min(bounds.width, width), height: Math.min(bounds.height, height) };
}

function overlap(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart);
}
