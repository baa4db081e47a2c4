import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { isMac } from '../ui/platform';
import { isBareCharacter, type KeyPress, matchesShortcut, parseShortcut } from '../ui/shortcut';
import { showToast } from '../ui/toast-store';

/** Something the user can do, by the command palette, by key, or by a menu. */
export interface Action {
  /** Stable, kebab-case; a menu command of the same name runs it. */
  readonly id: string;
  readonly title: string;
  /** Heading in the palette and on the shortcut sheet. */
  readonly section: 'File' | 'Edit' | 'Session' | 'Tree' | 'Transcript' | 'View' | 'Help';
  /** In the notation of `parseShortcut`. */
  readonly shortcut?: string | undefined;
  /** Where a Mac has another one. */
  readonly macShortcut?: string;
  /** In a text field the shortcut does what it does there anyway. */
  readonly isForTextFields?: boolean;
  /** Why it cannot be done now; left out or null when it can. */
  readonly disabledReason?: string | null;
  run(): void;
}

interface ActionState {
  /** By who registered them, in the order they came. */
  readonly groups: ReadonlyMap<string, readonly Action[]>;
}

const useActionState = create<ActionState>()(() => ({ groups: new Map() }));

function allActions(): readonly Action[] {
  return [...useActionState.getState().groups.values()].flat();
}

/** Offers actions for as long as the component is there; `owner` is a name no other component uses. */
export function useActions(owner: string, actions: readonly Action[]): void {
  useEffect(() => {
    useActionState.setState(({ groups }) => ({ groups: new Map(groups).set(owner, actions) }));
  }, [owner, actions]);
  useEffect(
    () => () =>
      useActionState.setState(({ groups }) => {
        const rest = new Map(groups);
        rest.delete(owner);
        return { groups: rest };
      }),
    [owner],
  );
}

/** Every action there is now. */
export function useAllActions(): readonly Action[] {
  const groups = useActionState((state) => state.groups);
  // The same array for the same groups, for those who compute from it.
  return useMemo(() => [...groups.values()].flat(), [groups]);
}

/** Runs an action by its id; one that cannot be done now says why. */
export function runAction(id: string): void {
  const action = allActions().find((each) => each.id === id);
  if (!action) return;
  if (isDisabled(action)) showToast(action.disabledReason ?? '');
  else action.run();
}

export function isDisabled(action: Action): boolean {
  return action.disabledReason !== undefined && action.disabledReason !== null;
}

/** The shortcut of an action on this system, or on the one named. */
export function shortcutOf({ shortcut, macShortcut }: Action, isOnMac: boolean = isMac): string | undefined {
  return isOnMac ? (macShortcut ?? shortcut) : shortcut;
}

/** The action a key press stands for; while typing, only shortcuts with a modifier count. */
export function actionFor(
  actions: readonly Action[],
  press: KeyPress,
  isTyping: boolean,
): Action | undefined {
  return actions.find((action) => {
    const keys = shortcutOf(action);
    if (keys === undefined || isDisabled(action)) return false;
    const shortcut = parseShortcut(keys);
    if (isTyping && action.isForTextFields) return false;
    if (isTyping && (isBareCharacter(shortcut) || !(shortcut.mod || shortcut.alt))) return false;
    return matchesShortcut(shortcut, press, isMac);
  });
}

/** Listens for the shortcuts of all actions; stands once in the window. */
export function useShortcuts(): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      // A dialog has the keyboard to itself.
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      const action = actionFor(allActions(), event, isTextField(event.target));
      if (!action) return;
      // Also keeps the native menu from running the same command again.
      event.preventDefault();
      action.run();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
  );
}
