import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { protocol } from 'electron';
import { CONTENT_SECURITY_POLICY } from './policy';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Must run before the app is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/**
 * Serves the built page. The files are listed once; a request is looked up in that list, so no
 * address, however written, reaches another file.
 */
export function servePage(folder: string): void {
  const files = new Map(
    listFiles(folder).map((file) => [`/${file.split(path.sep).join('/')}`, path.join(folder, file)]),
  );
  protocol.handle('app', async (request) => {
    const url = new URL(request.url);
    const file = url.host === 'renderer' ? files.get(url.pathname) : undefined;
    if (file === undefined || request.method !== 'GET') return new Response(null, { status: 404 });
    return new Response(await readFile(file), {
      headers: {
        'Content-Type': MEDIA_TYPES[path.extname(file)] ?? 'application/octet-stream',
        'Content-Security-Policy': CONTENT_SECURITY_POLICY,
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Opener-Policy': 'same-origin',
      },
    });
  });
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
