/** What was asked for with an address, besides the password: for the next try. Kept while the window is open. */
interface KnownServer {
  readonly address: string;
  readonly user: string;
  readonly prefix: string;
}

const servers = new Map<string, KnownServer>();

/** Keeps what was filled in for a server; a password never comes here. */
export function rememberServer(server: KnownServer): void {
  servers.set(keyOf(server.address), server);
}

/** What was filled in for a server before; null for one that was not asked for. */
export function knownServer(address: string): KnownServer | null {
  return servers.get(keyOf(address)) ?? null;
}

/** The app may write an address in its own way: with the port, without the slash at its end. */
function keyOf(address: string): string {
  try {
    const { protocol, hostname, port, pathname } = new URL(address.trim());
    return `${protocol}//${hostname.toLowerCase()}:${port || '6379'}${pathname.replace(/\/(0?)$/, '')}`;
  } catch {
    return address.trim();
  }
}
