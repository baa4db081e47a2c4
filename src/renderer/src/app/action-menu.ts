import type { MenuItem } from '../ui/menu';
import { type Action, isDisabled, shortcutOf } from './actions';

/** An action as a line of a menu, with why it cannot be done on hover. */
export function menuItem(action: Action): MenuItem {
  return {
    label: action.title,
    shortcut: shortcutOf(action),
    isDisabled: isDisabled(action),
    hint: action.disabledReason ?? undefined,
    run: action.run,
  };
}
