/**
 * Tags that the program begins its own words with where it puts them in the role of the user: commands and what they
 * printed, reports of hooks, of agents and of the editor.
 */
const TAGS: ReadonlySet<string> = new Set([
  ...['command-name', 'command-message', 'command-args', 'command-contents'],
  ...['local-command-stdout', 'local-command-stderr', 'local-command-caveat'],
  ...['bash-input', 'bash-stdout', 'bash-stderr'],
  ...['user-prompt-submit-hook', 'session-start-hook', 'user-memory-input'],
  ...['task-notification', 'agent-notification', 'teammate-message', 'system-reminder', 'tick'],
  ...['ide_opened_file', 'ide_selection', 'ide_diagnostics'],
]);
const FIRST_TAG = /^\s{0,100}<([a-z][a-z_-]{0,40})>/;
const INTERRUPTED = /^\s{0,100}\[Request interrupted by user/;

/** Whether a text in the role of the user is not the human's: the program put it there. */
export function isProgramsText(text: string): boolean {
  const tag = FIRST_TAG.exec(text)?.[1];
  return tag === undefined ? INTERRUPTED.test(text) : TAGS.has(tag);
}

/** A command of the user as it was typed; null for any other text. */
export function typedCommand(text: string): string | null {
  const name = tagged(text, 'command-name');
  if (name !== null) return [name, tagged(text, 'command-args') ?? ''].join(' ').trim();
  const shell = tagged(text, 'bash-input');
  return shell === null ? null : `! ${shell}`;
}

/** The text between two tags, which may have been cut. */
function tagged(text: string, tag: string): string | null {
  const start = text.indexOf(`<${tag}>`);
  if (start < 0) return null;
  const from = start + tag.length + 2;
  const end = text.indexOf(`</${tag}>`, from);
  return text.slice(from, end < 0 ? undefined : end).trim();
}
