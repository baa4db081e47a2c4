// What pi itself makes of session files, as one line of JSON: read-session.mjs PI_FOLDER FILE…
// Opening may change a file: pi ends a last line that has no end, and rewrites what is older than version 3.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, ...files] = process.argv.slice(2);
const entry = path.join(folder, 'node_modules/@earendil-works/pi-coding-agent/dist/index.js');
const { SessionManager } = await import(pathToFileURL(entry));

console.log(
  JSON.stringify(
    files.map((file) => {
      const session = SessionManager.open(file);
      const entries = session.getEntries();
      return {
        header: session.getHeader(),
        entries: entries.map(({ id, parentId }) => ({ id, parentId })),
        leafId: session.getLeafId(),
        name: session.getSessionName() ?? null,
        labels: Object.fromEntries(
          entries.flatMap(({ id }) => {
            const label = session.getLabel(id);
            return label === undefined ? [] : [[id, label]];
          }),
        ),
        path: session.getBranch().map(({ id }) => id),
        context: session
          .buildSessionProjection()
          .entries.filter(({ messages }) => messages.length > 0)
          .map(({ sourceEntry }) => sourceEntry.id),
      };
    }),
  ),
);
