import { useState } from 'react';
import type { OperationError } from '../../../../shared/contract/errors';
import { call, errorOf } from '../../app/bridge';
import { type AddressOverlay, useOverlay } from '../../app/overlay';
import { DialogForm } from '../../ui/dialog-form';
import { ErrorNotice } from '../../ui/error-notice';
import { Field } from '../../ui/field';
import { TextInput } from '../../ui/text-input';
import { knownServer, rememberServer } from './known-servers';
import styles from './open-address-dialog.module.css';

/** Prefix of the keys of the reference implementation. */
const DEFAULT_PREFIX = 'vv-agent-session:';

/** Asks for a Redis server. The password is this dialog's alone: it is gone when the dialog is. */
export function OpenAddressDialog({ overlay }: { overlay: AddressOverlay }) {
  const close = useOverlay((state) => state.close);
  const known = knownServer(overlay.address);
  const [address, setAddress] = useState(overlay.address);
  const [user, setUser] = useState(known?.user ?? '');
  const [password, setPassword] = useState('');
  const [prefix, setPrefix] = useState(known?.prefix ?? DEFAULT_PREFIX);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<OperationError | null>(null);
  const isRetry = overlay.address !== '';
  const isAddressWrong = error?.code === 'invalid-address';

  async function open() {
    setBusy(true);
    setError(null);
    try {
      await call('redis.open', { address, user: user || null, password: password || null, prefix });
      rememberServer({ address, user, prefix });
      close();
    } catch (reason) {
      setError(errorOf(reason));
      setBusy(false);
    }
  }

  return (
    <DialogForm
      title="Open Redis Server"
      submitLabel="Open"
      isBusy={isBusy}
      refusal={address.trim() === '' ? '' : null}
      problem={error && !isAddressWrong && <ErrorNotice error={error} />}
      onSubmit={() => void open()}
      onClose={close}
    >
      <Field
        label="Address"
        hint="redis://host:6379, or rediss:// over TLS. /2 at the end stands for database 2."
        error={isAddressWrong ? error.message : null}
      >
        {(control) => (
          <TextInput
            {...control}
            isCode
            placeholder="redis://localhost:6379"
            data-initial-focus={isRetry ? undefined : true}
            value={address}
            onChange={setAddress}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field label="User" hint="If the server asks for one.">
          {(control) => <TextInput {...control} value={user} onChange={setUser} />}
        </Field>
        <Field label="Password" hint="Stays in memory until you close the server. Never stored or logged.">
          {(control) => (
            <TextInput
              {...control}
              type="password"
              data-initial-focus={isRetry ? true : undefined}
              value={password}
              onChange={setPassword}
            />
          )}
        </Field>
      </div>
      <Field label="Key prefix" hint="What the keys of sessions start with.">
        {(control) => <TextInput {...control} isCode value={prefix} onChange={setPrefix} />}
      </Field>
    </DialogForm>
  );
}
