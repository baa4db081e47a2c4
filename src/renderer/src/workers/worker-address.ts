import highlightWorker from './highlight-worker?worker&url';
import markdownWorker from './markdown-worker?worker&url';

/** The workers of the page, by the files they were built to. */
const ADDRESSES = { highlight: highlightWorker, markdown: markdownWorker };

export type WorkerName = keyof typeof ADDRESSES;

/** What the window has of trusted types; TypeScript's library does not describe them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (name: string) => string },
  ): { createScriptURL: (name: WorkerName) => string };
}

/**
 * The one policy the page may make. It knows the page's own workers by name and takes no address, so nothing else can
 * be started through it; made while the page loads, it is not there for anybody else to make.
 */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('page-workers', {
  createScriptURL: addressOf,
});

/** Starts a worker of the page. */
export function startWorker(name: WorkerName): Worker {
  return new Worker(policy?.createScriptURL(name) ?? addressOf(name), { type: 'module', name });
}

function addressOf(name: string): string {
  if (!isWorkerName(name)) throw new TypeError(`There is no worker ${name}.`);
  return ADDRESSES[name];
}

function isWorkerName(name: string): name is WorkerName {
  return Object.hasOwn(ADDRESSES, name);
}
