import { useEffect, useMemo, useRef } from 'react';
import type { SessionIndex } from '../../../../shared/tree/session-index';
import { errorOf } from '../../app/bridge';
import { choiceKey, useViewState } from '../../app/view-state';
import { announce } from '../../ui/announcer';
import { spellOut } from '../../ui/invisible-characters';
import { formatCount } from '../../ui/number-format';
import { showToast, useToasts } from '../../ui/toast-store';
import { focusCall, useCallFocus } from '../entry/call-focus';
import { type CallTable, callTable, type PathCall } from '../entry/call-table';
import type { SessionScope } from '../entry/session-scope';
import type { ViewedPath } from '../entry/viewed-path';
import type { CallPlace, JumpCommands, JumpTopic } from './jump-actions';
import { type Found, nextCall, nextRow, type Step } from './path-jumps';
import { useReadingPlace } from './reading-place';

interface PathJumps extends JumpCommands {
  /** The tool and the file of a call, for its menu; of the first call of the entry where `block` is null. */
  topicOf(row: number, block: number | null): Promise<JumpTopic>;
}

/** A search that is not over after this long says what it is at. */
const SLOW_MS = 700;

/** Goes along the viewed path of a session, over heads where they tell and over the calls it reads where they do not. */
export function usePathJumps(
  scope: SessionScope,
  index: SessionIndex,
  path: ViewedPath,
  selectEntry: (row: number) => void,
): PathJumps {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return useMemo(() => {
    const { fileId, sessionId } = scope;
    const table = callTable(scope);

    /** Where one is: what was gone to last while it is selected, else the selection, else what is being read. */
    function here(): CallPlace {
      const { focus } = useCallFocus.getState();
      const ref = useViewState.getState().choices[choiceKey(fileId, sessionId)]?.selected ?? null;
      const selected = ref !== null && index.id(ref.row) === ref.id ? ref.row : -1;
      if (selected < 0) return { row: useReadingPlace.getState().row - 1, block: null };
      const isFocused = focus?.fileId === fileId && focus.sessionId === sessionId && focus.row === selected;
      return { row: selected, block: isFocused ? focus.block : null };
    }

    function goTo(row: number, block: number | null): void {
      focusCall({ fileId, sessionId, row, block });
      selectEntry(row);
    }

    /** Says where one came to, for what cannot be seen to be the last. */
    function tell(found: Found<unknown>, isSame: boolean, words: string, step: Step): void {
      if (isSame) showToast(`This is the only ${words} on this path.`);
      else if (found.hasWrapped && step > 0) showToast('No more below: went on from the start of the path.');
      else if (found.hasWrapped) showToast('No more above: went on from the end of the path.');
    }

    async function search(
      from: CallPlace,
      mayCall: (row: number) => boolean,
      isMeant: (call: PathCall) => boolean,
      words: string,
      step: Step,
    ): Promise<void> {
      running.current?.abort();
      const stop = new AbortController();
      running.current = stop;
      // From the entry that calls, when its result is where one is.
      const start = index.callRow(from.row) >= 0 ? { row: index.callRow(from.row), block: null } : from;
      const slow = tellWhenSlow(words, stop);
      const callsOf = (row: number) => readAhead(table, index, path, row, step, mayCall, stop.signal);
      try {
        const found = await nextCall({ rows: path.rows, from: start, step, mayCall, isMeant, callsOf });
        if (stop.signal.aborted) return;
        if (!found) {
          showToast(`No ${words} on this path.`);
          return;
        }
        const { row, block } = found.at;
        tell(found, row === start.row && block === start.block, words, step);
        goTo(row, block);
      } catch (reason) {
        if (!stop.signal.aborted) showToast(errorOf(reason).message, 'err');
      } finally {
        slow.end();
      }
    }

    async function topicOf(row: number, block: number | null): Promise<JumpTopic> {
      const calling = index.callCount(row) > 0 ? row : index.callRow(row);
      if (calling < 0) return NO_TOPIC;
      await table.read(index, [calling], { signal: new AbortController().signal });
      const calls = table.callsOf(calling) ?? [];
      const call = calls.find((each) => each.block === block) ?? calls[0];
      const file = call?.files.find(({ use }) => use !== 'read') ?? call?.files[0];
      return {
        at: call ? { row: calling, block: call.block } : null,
        tool: call?.name ?? null,
        file: file?.path ?? null,
      };
    }

    /** The call one is at, with its tool and file; says so where that cannot be read. */
    async function topicHere(): Promise<JumpTopic> {
      const { row, block } = here();
      if (row < 0) return NO_TOPIC;
      try {
        return await topicOf(row, block);
      } catch (reason) {
        showToast(errorOf(reason).message, 'err');
        return NO_TOPIC;
      }
    }

    return {
      topicOf,
      toError(step) {
        const from = here().row;
        const found = nextRow(path.rows, from, step, (row) => index.hasFlag(row, 'error'));
        if (!found) {
          showToast('No errors on this path.');
          return;
        }
        tell(found, found.at === from, 'error', step);
        announce(
          `Error, ${formatCount(path.rows.indexOf(found.at) + 1)} of ${formatCount(path.rows.length)} entries`,
        );
        goTo(found.at, null);
      },
      async toCall(named, step) {
        const { at, tool } = named ?? (await topicHere());
        if (tool === null) showToast('Choose an entry with a tool call first.');
        else
          await search(
            at ?? here(),
            (row) => mayCallTool(index, row, tool),
            ({ name }) => name === tool,
            `call of ${spellOut(tool)}`,
            step,
          );
      },
      async toEdit(named, step) {
        const { at, file } = named ?? (await topicHere());
        if (file === null) showToast('Choose an entry with a call that names a file first.');
        else
          await search(
            at ?? here(),
            (row) => index.callCount(row) > 0,
            ({ files }) => files.some(({ path: used, use }) => used === file && use !== 'read'),
            `edit of ${spellOut(file)}`,
            step,
          );
      },
    };
  }, [scope, index, path, selectEntry]);
}

const NO_TOPIC: JumpTopic = { at: null, tool: null, file: null };

/** Whether an entry may call a tool: its head names the tools, as many as it has room for. */
function mayCallTool(index: SessionIndex, row: number, tool: string): boolean {
  const count = index.callCount(row);
  if (count === 0) return false;
  const names = index.toolNames(row).split(', ');
  return names.includes(tool) || names.length < count || names.some((name) => tool.startsWith(name));
}

/** Entries read at once, ahead in the way one goes. */
const AHEAD = 200;

/** The calls of an entry; where they are not known, with those of the next that are searched. */
async function readAhead(
  table: CallTable,
  index: SessionIndex,
  path: ViewedPath,
  row: number,
  step: Step,
  mayCall: (row: number) => boolean,
  signal: AbortSignal,
): Promise<readonly PathCall[]> {
  const known = table.callsOf(row);
  if (known) return known;
  if (signal.aborted) return [];
  const ahead = [row];
  const at = path.rows.indexOf(row);
  for (let next = at + step; next >= 0 && next < path.rows.length && ahead.length < AHEAD; next += step) {
    const other = path.rows[next] ?? -1;
    if (at >= 0 && mayCall(other)) ahead.push(other);
  }
  await table.read(index, ahead, { signal });
  return table.callsOf(row) ?? [];
}

/** Shows that a search goes on, with a way to stop it. */
function tellWhenSlow(words: string, stop: AbortController) {
  let toast: number | null = null;
  const timer = setTimeout(() => {
    toast = showToast(`Looking for the next ${words}…`, 'plain', { label: 'Stop', run: () => stop.abort() });
  }, SLOW_MS);
  return {
    end() {
      clearTimeout(timer);
      if (toast !== null) useToasts.getState().dismiss(toast);
    },
  };
}
