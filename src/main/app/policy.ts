import { app, type Session, type WebContents } from 'electron';
import log from 'electron-log/main';

/** Where the page comes from: files of the built renderer under `app://renderer/`. */
export const PAGE_ORIGIN = 'app://renderer';

/** Vite's server while developing; never set in a package. */
export const devServerUrl = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL;

/** The page may load its own files and show images made of a session's bytes; nothing else. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The one policy there may be starts the page's own workers by name.
  'trusted-types page-workers',
].join('; ');

/** Whether an address is the app's own page. `URL.origin` is `'null'` for schemes of our own, so host and protocol decide. */
export function isOwnPage(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (devServerUrl !== undefined) return url.origin === new URL(devServerUrl).origin;
  return `${url.protocol}//${url.host}` === PAGE_ORIGIN;
}

/** Denies a session everything the app does not need: permissions, devices, downloads, the network. */
export function lockDownSession(session: Session): void {
  const isAllowed = (permission: string) => permission === 'clipboard-sanitized-write';
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(isAllowed(permission)));
  session.setPermissionCheckHandler((_contents, permission) => isAllowed(permission));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler(null);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest((details, answer) => {
    const isOwn =
      isOwnPage(details.url) ||
      /^(blob:app:|data:image\/|devtools:)/.test(details.url) ||
      isDevSocket(details.url);
    if (!isOwn) log.warn('blocked a request of the page', details.resourceType);
    answer({ cancel: !isOwn });
  });
}

/** Keeps every page where it is: no navigation, no second window, no guest page. */
export function lockDownContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

function isDevSocket(address: string): boolean {
  return devServerUrl !== undefined && address.startsWith(devServerUrl.replace(/^http/, 'ws'));
}
