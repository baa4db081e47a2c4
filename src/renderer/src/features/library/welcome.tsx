import type { RecentFile } from '../../../../shared/contract/state';
import { runAction } from '../../app/actions';
import { perform } from '../../app/perform';
import { Button, IconButton } from '../../ui/button';
import { BranchIcon, CloseIcon, FileIcon, FolderIcon, ServerIcon, StoreIcon } from '../../ui/icons';
import { spellOut } from '../../ui/invisible-characters';
import { Kbd } from '../../ui/kbd';
import { Time } from '../../ui/time';
import { UntrustedText } from '../../ui/untrusted-text';
import styles from './welcome.module.css';

/** Recent files the screen has room for; the menu has them all. */
const MOST_RECENTS = 8;

/** What the window shows with no file open. */
export function Welcome({ recents }: { recents: readonly RecentFile[] }) {
  return (
    <main className={styles.screen} tabIndex={-1}>
      <div className={styles.welcome}>
        <header className={styles.head}>
          <span className={styles.mark}>
            <BranchIcon sizeRem={2} />
          </span>
          <div>
            <h2>Read what your agents did</h2>
            <p>
              Open a session file, a store, or a folder of them: every branch, every tool call, and whether it
              is sound.
            </p>
          </div>
        </header>
        <div className={styles.open}>
          <Button
            variant="primary"
            icon={<FileIcon sizeRem={0.875} />}
            onClick={() => perform('files.choose', {})}
          >
            Open file…
          </Button>
          <Button icon={<FolderIcon sizeRem={0.875} />} onClick={() => perform('folders.choose', {})}>
            Open folder…
          </Button>
          <Button icon={<ServerIcon sizeRem={0.875} />} onClick={() => runAction('open-address')}>
            Open Redis Server…
          </Button>
          <span className={styles.hint}>
            You can also drop files and folders anywhere on the window. Nothing in them is changed.
          </span>
        </div>
        <div className={styles.columns}>
          <Recents recents={recents} />
          <Samples />
        </div>
        <footer className={styles.keys}>
          <span>
            <Kbd shortcut="Mod+O" /> Open
          </span>
          <span>
            <Kbd shortcut="Mod+K" /> All commands
          </span>
          <span>
            <Kbd shortcut="?" /> Keyboard shortcuts
          </span>
        </footer>
      </div>
    </main>
  );
}

function Recents({ recents }: { recents: readonly RecentFile[] }) {
  return (
    <section aria-label="Recent files">
      <div className={styles.title}>
        <h3>Recent files</h3>
        {recents.length > 0 && (
          <Button variant="ghost" onClick={() => perform('recents.clear', {})}>
            Clear
          </Button>
        )}
      </div>
      {recents.length === 0 && <p className={styles.none}>Files you open are listed here.</p>}
      <ul>
        {recents.slice(0, MOST_RECENTS).map((recent) => (
          <li key={recent.path} className={styles.recent}>
            <button
              type="button"
              className={styles.recentOpen}
              title={spellOut(recent.path)}
              onClick={() => perform('files.openRecent', { path: recent.path })}
            >
              <span className={styles.name}>
                {recent.isFolder && <FolderIcon sizeRem={0.8125} />}
                <UntrustedText text={recent.name} />
              </span>
              <span className={styles.facts}>
                <span className={styles.folder}>
                  <UntrustedText text={recent.folder} />
                </span>
                <Time timeMs={Date.parse(recent.openedAt)} format="ago" />
              </span>
            </button>
            <IconButton
              isSmall
              label={`Remove ${spellOut(recent.name)} from the list`}
              icon={<CloseIcon sizeRem={0.875} />}
              onClick={() => perform('recents.remove', { path: recent.path })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const SAMPLES = [
  {
    sample: 'theway',
    title: 'A theway session',
    text: 'A tree with branches, tool calls with results and errors, images, a compaction and labels.',
    Icon: BranchIcon,
  },
  {
    sample: 'vv-agent',
    title: 'A vv-agent store',
    text: 'Two sessions in one database, with commits whose digests are checked.',
    Icon: StoreIcon,
  },
] as const;

function Samples() {
  return (
    <section aria-label="Samples">
      <div className={styles.title}>
        <h3>Samples</h3>
      </div>
      <ul className={styles.samples}>
        {SAMPLES.map(({ sample, title, text, Icon }) => (
          <li key={sample}>
            <button
              type="button"
              className={styles.sample}
              onClick={() => perform('files.openSample', { sample })}
            >
              <span className={styles.sampleIcon}>
                <Icon />
              </span>
              <span>
                <span className={styles.sampleName}>{title}</span>
                <span className={styles.text}>{text}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
