import type { MenuItem } from '../ui/menu';
import { type Action, isDisabled } from './actions';

/** An action as a line of a menu, with why it cannot be done on hover. */
export function menuItem(action: Action): MenuItem {
  return {
    label: action.title,
    shortcut: action.shortcut,
    isDisabled: isDisabled(action),
    hint: action.disabledReason ?? undefined,
    run: action.run,
  };
}
