import os from 'node:os';
import path from 'node:path';

/** Where private copies of databases go: the user's cache folder by the platform's own custom. */
export function cacheFolder(): string {
  return path.join(userCache(), 'database-copies');
}

function userCache(): string {
  const home = os.homedir();
  switch (process.platform) {
    case 'darwin':
      return path.join(home, 'Library', 'Caches', 'ramify');
    case 'win32':
      return path.join(process.env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local'), 'ramify', 'Cache');
    default:
      return path.join(process.env.XDG_CACHE_HOME || path.join(home, '.cache'), 'ramify');
  }
}
