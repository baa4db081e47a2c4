import { useRef, useState } from 'react';
import { READ_ONLY_KIND } from '../../../../shared/model/abilities';
import { menuItem } from '../../app/action-menu';
import { runAction, useAllActions } from '../../app/actions';
import type { ReadFile } from '../../app/active-file';
import { Button } from '../../ui/button';
import { LockIcon, PencilIcon } from '../../ui/icons';
import { Menu, type MenuPlace } from '../../ui/menu';
import { Tag } from '../../ui/tag';
import { showToast } from '../../ui/toast-store';

/** Whether a file is only read, in a word beside its name. */
export function EditingTag({ file }: { file: ReadFile }) {
  if (file.editing === 'on')
    return (
      <Tag tone="accent" title="Changes you confirm are written to this file.">
        editing
      </Tag>
    );
  const { readOnlyReason } = file.summary.abilities;
  return <Tag title={readOnlyReason ?? 'Opening changes nothing: bytes and times stay.'}>read-only</Tag>;
}

/** The way to editing: switch it on, upgrade first, or choose what to do. Nothing for files that are only read. */
export function EditingControls({ file }: { file: ReadFile }) {
  switch (file.editing) {
    case 'impossible':
      return file.summary.abilities.changes.length === 0 ? null : <Refused file={file} />;
    case 'upgrade-first':
      return (
        <Button
          title="This store is of an older version: it can be edited once it is upgraded"
          onClick={() => runAction('upgrade-file')}
        >
          Upgrade…
        </Button>
      );
    case 'off':
      return (
        <Button
          icon={<LockIcon sizeRem={0.875} />}
          title="Nothing can be written until you allow it for this file"
          onClick={() => runAction('allow-editing')}
        >
          Allow editing
        </Button>
      );
    case 'on':
      return <EditMenu />;
  }
}

/** Where others of its kind could be edited, why this one cannot. */
function Refused({ file }: { file: ReadFile }) {
  return (
    <Button
      icon={<LockIcon sizeRem={0.875} />}
      title={file.summary.abilities.readOnlyReason ?? READ_ONLY_KIND}
      onClick={() => showToast(file.summary.abilities.readOnlyReason ?? READ_ONLY_KIND)}
    >
      Why only read?
    </Button>
  );
}

/** Ids of the actions in the menu, in its order. */
const MENU_ACTIONS = [
  'append-message',
  'append-commit',
  'pop-item',
  'clear-session',
  'rename-session',
  'set-binding',
  'collapse-node',
  'collapsed',
  'trash-session',
  'undo-edit',
  'stop-editing',
];

function EditMenu() {
  const actions = useAllActions();
  const button = useRef<HTMLSpanElement>(null);
  const [place, setPlace] = useState<MenuPlace | null>(null);
  const items = MENU_ACTIONS.flatMap((id) => actions.find((action) => action.id === id) ?? []).map(menuItem);

  function open() {
    const box = button.current?.getBoundingClientRect();
    if (box) setPlace({ x: box.left, y: box.bottom + 4 });
  }

  return (
    <>
      <span ref={button}>
        <Button
          icon={<PencilIcon sizeRem={0.875} />}
          aria-haspopup="menu"
          aria-expanded={place !== null}
          onClick={open}
        >
          Edit
        </Button>
      </span>
      {place && <Menu label="Edit" place={place} items={items} onClose={() => setPlace(null)} />}
    </>
  );
}
