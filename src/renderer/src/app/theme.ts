import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { AppInfo, Theme } from '../../../shared/contract/state';
import { operationKey, useAppEvent, useOperation } from './bridge';
import { perform } from './perform';

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/**
 * Puts the system's theme on the page before anything is drawn. The app has told Chromium about a
 * fixed theme by then, so this is right in every case and the first paint does not flash.
 */
export function applySystemTheme(): void {
  document.documentElement.dataset.theme = systemIsDark.matches ? 'dark' : 'light';
}

/** The theme that was chosen, followed on the page; stands once in the window. */
export function useTheme(): Theme {
  const client = useQueryClient();
  const theme = useOperation('app.info', {}).data?.theme ?? 'system';
  useAppEvent('theme', (next) => {
    client.setQueryData<AppInfo>(operationKey('app.info', {}), (info) => info && { ...info, theme: next });
  });
  const isDark = useSyncExternalStore(followSystem, () => systemIsDark.matches);
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme === 'system' ? (isDark ? 'dark' : 'light') : theme;
  }, [theme, isDark]);
  return theme;
}

export function setTheme(theme: Theme): void {
  perform('settings.setTheme', { theme });
}

function followSystem(listener: () => void): () => void {
  systemIsDark.addEventListener('change', listener);
  return () => systemIsDark.removeEventListener('change', listener);
}
