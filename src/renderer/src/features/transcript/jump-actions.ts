import type { Action } from '../../app/actions';
import { spellOut } from '../../ui/invisible-characters';
import type { Step } from './path-jumps';

/** A call by the row of its entry and its place among the blocks there; null to begin before or behind all of them. */
export interface CallPlace {
  readonly row: number;
  readonly block: number | null;
}

/** What a call is gone on from: its tool, and the file it is about. */
export interface JumpTopic {
  /** The call; null where there is none. */
  readonly at: CallPlace | null;
  readonly tool: string | null;
  readonly file: string | null;
}

/** What the jumps along the viewed path do; the transcript gives it. Null stands for where one is, and for the tool and file of that. */
export interface JumpCommands {
  toError(step: Step): void;
  toCall(topic: JumpTopic | null, step: Step): Promise<void>;
  toEdit(topic: JumpTopic | null, step: Step): Promise<void>;
}

/** Going along the viewed path by what its entries are. */
export function jumpActions(hasPath: boolean, commands: JumpCommands): readonly Action[] {
  const onPath = { section: 'Transcript', disabledReason: hasPath ? null : 'No path is shown.' } as const;
  const pair = (id: string, words: string, keys: string, backKeys: string, go: (step: Step) => void) => [
    { id: `next-${id}`, title: `Next ${words}`, shortcut: keys, ...onPath, run: () => go(1) },
    { id: `previous-${id}`, title: `Previous ${words}`, shortcut: backKeys, ...onPath, run: () => go(-1) },
  ];
  return [
    ...pair('error', 'error on this path', 'F9', 'Shift+F9', (step) => commands.toError(step)),
    ...pair('edit', 'edit of this file', 'F4', 'Shift+F4', (step) => void commands.toEdit(null, step)),
    ...pair('call', 'call of this tool', 'Mod+J', 'Mod+Shift+J', (step) => void commands.toCall(null, step)),
  ];
}

/** Longest name of a tool or end of a path in a menu, in UTF-16 units. */
const MAX_NAME_CHARS = 32;

/** The same for an entry or one of its calls, by name, for its menu. */
export function topicActions(topic: JumpTopic, commands: JumpCommands): readonly Action[] {
  const { tool, file } = topic;
  const actions: Action[] = [];
  if (tool !== null) {
    actions.push({
      id: 'next-call-here',
      title: `Next call of ${shortened(tool)}`,
      section: 'Transcript',
      shortcut: 'Mod+J',
      run: () => void commands.toCall(topic, 1),
    });
  }
  if (file !== null) {
    actions.push({
      id: 'next-edit-here',
      title: `Next edit of ${shortened(file)}`,
      section: 'Transcript',
      shortcut: 'F4',
      run: () => void commands.toEdit(topic, 1),
    });
  }
  return actions;
}

function shortened(name: string): string {
  return spellOut(name.length <= MAX_NAME_CHARS ? name : `…${name.slice(1 - MAX_NAME_CHARS)}`);
}
