import { useState } from 'react';
import type { OperationError } from '../../../../shared/contract/errors';
import { parseEntryLink } from '../../../../shared/links/entry-link';
import { call, errorOf } from '../../app/bridge';
import { useOverlay } from '../../app/overlay';
import { DialogForm } from '../../ui/dialog-form';
import { ErrorNotice } from '../../ui/error-notice';
import { Field } from '../../ui/field';
import { TextInput } from '../../ui/text-input';

/** Asks for a link to an entry. */
export function OpenLinkDialog() {
  const close = useOverlay((state) => state.close);
  const [link, setLink] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<OperationError | null>(null);

  async function open() {
    const parsed = parseEntryLink(link);
    setError(null);
    setRefusal(parsed.ok ? null : parsed.error.message);
    if (!parsed.ok) return;
    setBusy(true);
    try {
      await call('links.open', { link: link.trim() });
      close();
    } catch (reason) {
      setError(errorOf(reason));
      setBusy(false);
    }
  }

  return (
    <DialogForm
      title="Open Link"
      submitLabel="Open"
      isBusy={isBusy}
      refusal={link.trim() === '' ? '' : null}
      problem={error && <ErrorNotice error={error} />}
      onSubmit={() => void open()}
      onClose={close}
    >
      <Field
        label="Link"
        hint="Starts with ramify://open?file= and comes from Copy link. A file you never opened is opened only after you were asked."
        error={refusal}
      >
        {(control) => (
          <TextInput
            {...control}
            isCode
            placeholder="ramify://open?file="
            data-initial-focus
            value={link}
            onChange={(text) => {
              setLink(text);
              setRefusal(null);
            }}
          />
        )}
      </Field>
    </DialogForm>
  );
}
