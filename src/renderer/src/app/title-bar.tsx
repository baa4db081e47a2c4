import { type ReactNode, useEffect } from 'react';
import type { OpenFolder } from '../../../shared/contract/folder';
import type { OpenFile, Theme } from '../../../shared/contract/state';
import type { SessionSummary } from '../../../shared/model/session';
import { EditingControls, EditingTag } from '../features/editing/editing-controls';
import { Button, IconButton } from '../ui/button';
import { classNames } from '../ui/class-names';
import {
  ArrowLeftIcon,
  ArrowRightIcon,
  MoonIcon,
  PanelLeftIcon,
  PanelRightIcon,
  ServerIcon,
  SunIcon,
  SystemIcon,
} from '../ui/icons';
import { spellOut } from '../ui/invisible-characters';
import { Kbd } from '../ui/kbd';
import { Tag } from '../ui/tag';
import { UntrustedText } from '../ui/untrusted-text';
import { runAction } from './actions';
import { formatName } from './format-names';
import { useOverlay } from './overlay';
import styles from './title-bar.module.css';
import { useViewState } from './view-state';

interface TitleBarProps {
  file: OpenFile | null;
  folder: OpenFolder | null;
  session: SessionSummary | null;
  theme: Theme;
  canGoBack: boolean;
  canGoForward: boolean;
}

const THEME_ICONS = { system: SystemIcon, light: SunIcon, dark: MoonIcon };

interface HistoryButtonProps {
  label: string;
  actionId: string;
  icon: ReactNode;
  canGo: boolean;
}

/** Stays in place where it leads nowhere, so that the focus is not lost; a press then says so. */
function HistoryButton({ label, actionId, icon, canGo }: HistoryButtonProps) {
  return <IconButton label={label} icon={icon} aria-disabled={!canGo} onClick={() => runAction(actionId)} />;
}

/** What is on screen, and the way to everything else. */
export function TitleBar({ file, folder, session, theme, canGoBack, canGoForward }: TitleBarProps) {
  const { show } = useOverlay();
  const { panes, togglePane } = useViewState();
  const ThemeIcon = THEME_ICONS[theme];
  const title = session?.title ?? session?.id ?? file?.name ?? folder?.name ?? null;
  const isEdited = file?.status === 'open' && file.editing === 'on';
  useEffect(() => {
    // The window takes its title from the page.
    document.title = title === null ? 'Ramify' : `${spellOut(title)} — Ramify`;
  }, [title]);
  return (
    <header className={classNames(styles.bar, isEdited && styles.editing)}>
      {(file || folder) && (
        <IconButton
          label={panes.sessions ? 'Hide sessions' : 'Show sessions'}
          icon={<PanelLeftIcon />}
          aria-pressed={panes.sessions}
          onClick={() => togglePane('sessions')}
        />
      )}
      {(file || folder) && (
        <span className={styles.history}>
          <HistoryButton label="Back" actionId="go-back" icon={<ArrowLeftIcon />} canGo={canGoBack} />
          <HistoryButton
            label="Forward"
            actionId="go-forward"
            icon={<ArrowRightIcon />}
            canGo={canGoForward}
          />
        </span>
      )}
      <h1 className={styles.title}>{title === null ? 'Ramify' : <UntrustedText text={title} isProse />}</h1>
      {file?.status === 'open' && (
        <>
          <span className={styles.place} title={spellOut(file.path)}>
            {file.place === 'server' && (
              <span className={styles.server}>
                <ServerIcon sizeRem={0.875} />
              </span>
            )}
            {formatName(file.summary.format)} · <UntrustedText text={file.name} />
          </span>
          <EditingTag file={file} />
          {file.isSample && <Tag tone="accent">sample</Tag>}
        </>
      )}
      {folder && (
        <span className={styles.place} title={spellOut(folder.path)}>
          <UntrustedText text={folder.path} />
        </span>
      )}
      <div className={styles.actions}>
        <Button variant="ghost" onClick={() => show('commands')}>
          Commands <Kbd shortcut="Mod+K" />
        </Button>
        {file?.status === 'open' && <EditingControls file={file} />}
        <IconButton label="Appearance" icon={<ThemeIcon />} onClick={() => show('appearance')} />
        {file?.status === 'open' && (
          <IconButton
            label={panes.inspector ? 'Hide inspector' : 'Show inspector'}
            icon={<PanelRightIcon />}
            aria-pressed={panes.inspector}
            onClick={() => togglePane('inspector')}
          />
        )}
      </div>
    </header>
  );
}
