// How long pi itself takes to the tree of a session file, in milliseconds: time-session.mjs PI_FOLDER FILE
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, file] = process.argv.slice(2);
const entry = path.join(folder, 'node_modules/@earendil-works/pi-coding-agent/dist/index.js');
const { SessionManager } = await import(pathToFileURL(entry));

const started = performance.now();
const session = SessionManager.open(file);
session.getTree();
console.log(JSON.stringify({ ms: performance.now() - started, entries: session.getEntryCount() }));
