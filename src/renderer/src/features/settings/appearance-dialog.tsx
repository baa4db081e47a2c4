import type { Theme } from '../../../../shared/contract/state';
import { useOperation } from '../../app/bridge';
import { useOverlay } from '../../app/overlay';
import { setTextSize, TEXT_SIZES, useTextSize } from '../../app/text-size';
import { setTheme } from '../../app/theme';
import { Dialog } from '../../ui/dialog';
import { SegmentedControl } from '../../ui/segmented-control';
import styles from './appearance-dialog.module.css';

const THEMES: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** How the window looks, and what it runs on. */
export function AppearanceDialog({ theme }: { theme: Theme }) {
  const close = useOverlay((state) => state.close);
  const size = useTextSize();
  const info = useOperation('app.info', {}).data;
  return (
    <Dialog title="Appearance" onClose={close}>
      <div className={styles.settings}>
        <span>Theme</span>
        <SegmentedControl label="Theme" segments={THEMES} value={theme} onChange={setTheme} />
        <span>Text size</span>
        <SegmentedControl
          label="Text size"
          segments={TEXT_SIZES.map((each) => ({ value: String(each), label: `${each} %` }))}
          value={String(size)}
          onChange={(value) => setTextSize(TEXT_SIZES.find((each) => String(each) === value) ?? 100)}
        />
      </div>
      {info && (
        <p className={styles.about}>
          Ramify {info.version} · Electron {info.electron} · Chromium {info.chromium} · Node {info.node}
        </p>
      )}
    </Dialog>
  );
}
