import type { Locator, Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { expect } from './app';

/** The items and commits of a store, read by a plain connection. */
export function contentOf(path: string): { payloads: string[]; commits: string[]; version: unknown } {
  const database = new Database(path, { readonly: true });
  try {
    const payloads = database.prepare('SELECT payload FROM session_items ORDER BY item_index').pluck().all();
    const commits = database.prepare('SELECT commit_id FROM session_commits ORDER BY rowid').pluck().all();
    const version = database.pragma('user_version', { simple: true });
    return { payloads: payloads.map(String), commits: commits.map(String), version };
  } finally {
    database.close();
  }
}

/** Switches editing on for the file on screen, as a user does. */
export async function allowEditing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Allow editing' }).click();
  await dialog(page).getByRole('button', { name: 'Allow editing' }).click();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
}

/** Chooses from the menu of edits. */
export async function choose(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** The dialog that is open. */
export function dialog(page: Page): Locator {
  return page.getByRole('dialog');
}

/** The toast that tells what was done. */
export function toast(page: Page, text: RegExp | string): Locator {
  return page.getByRole('status').filter({ hasText: text });
}
