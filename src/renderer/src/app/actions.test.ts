import { expect, it } from 'vitest';
import { type Action, actionFor } from './actions';

const action = (id: string, shortcut: string, disabledReason: string | null = null): Action => ({
  id,
  title: id,
  section: 'View',
  shortcut,
  disabledReason,
  run: () => undefined,
});
const actions = [
  action('find', '/'),
  action('palette', 'Mod+K'),
  action('off', 'Mod+R', 'No file is open.'),
  action('pane', 'F6'),
];
const press = (key: string, ctrlKey = false) => ({
  key,
  ctrlKey,
  metaKey: false,
  altKey: false,
  shiftKey: false,
});

it('leaves typing to the text field it happens in', () => {
  expect(actionFor(actions, press('/'), false)?.id).toBe('find');
  expect(actionFor(actions, press('/'), true)).toBe(undefined);
  expect(actionFor(actions, press('F6'), true)).toBe(undefined);
  expect(actionFor(actions, press('k', true), true)?.id).toBe('palette');
});

it('does not find an action that cannot be done now', () => {
  expect(actionFor(actions, press('r', true), false)).toBe(undefined);
});

it('leaves undo to the text field it happens in', () => {
  const undo = [{ ...action('undo-edit', 'Mod+Z'), isForTextFields: true }];
  expect(actionFor(undo, press('z', true), false)?.id).toBe('undo-edit');
  expect(actionFor(undo, press('z', true), true)).toBe(undefined);
});
