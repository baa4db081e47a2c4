import { type DragEvent, useState } from 'react';
import { MAX_ITEMS_CHARS } from '../../../../shared/contract/editing';
import { call, OperationFailure } from '../../app/bridge';
import { Button, IconButton } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { Field } from '../../ui/field';
import { CloseIcon, FileIcon } from '../../ui/icons';
import { countOf } from '../../ui/number-format';
import { TextArea } from '../../ui/text-input';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './editing.module.css';

/** JSON text of items, and the file it was taken from; pasted text has none. */
export interface ItemsSource {
  readonly text: string;
  readonly fileName: string | null;
}

interface ItemsSourceFieldProps {
  source: ItemsSource;
  /** Why the text is no list of items; null when it is one, or not known. */
  error: string | null;
  onChange: (source: ItemsSource) => void;
}

/** Longest text that is shown for editing: a text area of megabytes holds up the window. */
const MAX_SHOWN_CHARS = 200_000;

const UNREADABLE = 'This file is no UTF-8 text of a length that can be taken.';

/** JSON of items: typed, pasted, dropped as a file, or picked. */
export function ItemsSourceField({ source, error, onChange }: ItemsSourceFieldProps) {
  const [isOver, setOver] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isShown = source.text.length <= MAX_SHOWN_CHARS;

  async function take(reading: Promise<ItemsSource | null>) {
    setFailure(null);
    try {
      const taken = await reading;
      if (taken) onChange(taken);
    } catch (reason) {
      setFailure(reason instanceof OperationFailure ? reason.message : UNREADABLE);
    }
  }

  return (
    <div className={classNames(styles.source, isOver && styles.over)} {...dropHandlers(setOver, take)}>
      <Field
        label="Items"
        hint="A JSON array of messages. Paste it, drop a file here, or choose one."
        error={failure ?? error}
      >
        {(control) =>
          isShown ? (
            <TextArea
              {...control}
              isCode
              rows={5}
              data-initial-focus
              placeholder='[{"role": "assistant", "content": "…"}]'
              value={source.text}
              onChange={(text) => onChange({ text, fileName: null })}
            />
          ) : (
            <p id={control.id} className={styles.tooLong}>
              {countOf(source.text.length, 'character')}: too long to be shown here.
            </p>
          )
        }
      </Field>
      <div className={styles.sourceLine}>
        <Button icon={<FileIcon sizeRem={0.875} />} onClick={() => void take(pickItems())}>
          Choose file…
        </Button>
        {source.fileName !== null && (
          <span className={styles.fileName}>
            <UntrustedText text={source.fileName} />
          </span>
        )}
        {source.text !== '' && (
          <IconButton
            isSmall
            label="Remove the items"
            icon={<CloseIcon sizeRem={0.875} />}
            onClick={() => onChange({ text: '', fileName: null })}
          />
        )}
      </div>
    </div>
  );
}

/** A file dropped here is read for its items; the window, which would open it, does not see it. */
function dropHandlers(
  setOver: (isOver: boolean) => void,
  take: (reading: Promise<ItemsSource | null>) => Promise<void>,
) {
  const on = (handle: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    handle(event);
  };
  return {
    onDragEnter: on(() => setOver(true)),
    onDragOver: on(() => setOver(true)),
    onDragLeave: on(() => setOver(false)),
    onDrop: on((event) => {
      setOver(false);
      const file = event.dataTransfer.files[0];
      if (file) void take(readFile(file));
    }),
  };
}

async function pickItems(): Promise<ItemsSource | null> {
  const picked = await call('editing.pickItems', {});
  return picked && { text: picked.text, fileName: picked.name };
}

/** Reads a dropped file; one that must be too long, or is no UTF-8, rejects. */
async function readFile(file: File): Promise<ItemsSource> {
  // A UTF-16 unit takes at most three bytes of UTF-8.
  if (file.size > 3 * MAX_ITEMS_CHARS) throw new Error('too large');
  const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  return { text, fileName: file.name };
}
