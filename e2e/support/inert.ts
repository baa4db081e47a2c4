import type { Page } from '@playwright/test';

/** Addresses that the page asks for from now on, other than its own files and pictures made in it. */
export function foreignRequests(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith('app://renderer/') && !url.startsWith('blob:')) asked.push(url);
  });
  return asked;
}

/**
 * What of the conversation does what text must not do, in words: has run, can load or run something, reaches out of its
 * entry or over another one, or widens the page. What scrolls by itself may hold more than it shows.
 */
export async function findLively(page: Page): Promise<string[]> {
  return [...(await page.evaluate(findAlive)), ...(await page.evaluate(findOutside))];
}

/** Elements and attributes that could run or load something. */
function findAlive(): string[] {
  const conversation = document.querySelector('[aria-label=Conversation]');
  if (!conversation) return ['there is no conversation'];
  const found: string[] = 'hasRun' in window ? ['a script of the file has run'] : [];
  const live = conversation.querySelectorAll(
    'script, iframe, object, embed, form, video, audio, svg image, style, link, [style*="url("], img:not([src^="blob:"])',
  );
  for (const element of live) found.push(`<${element.tagName.toLowerCase()}> in the conversation`);
  for (const element of conversation.querySelectorAll('*'))
    for (const { name } of element.attributes)
      if (name.startsWith('on') || name === 'srcdoc') found.push(`an attribute ${name}`);
  for (const link of conversation.querySelectorAll('a[href]'))
    if (!/^(https?|mailto):/.test(link.getAttribute('href') ?? '')) found.push('a link that is none');
  return [...new Set(found)].slice(0, 20);
}

/** What stands outside of its box. */
function findOutside(): string[] {
  const conversation = document.querySelector('[aria-label=Conversation]');
  if (!conversation) return [];
  const found: string[] = [];
  const view = conversation.getBoundingClientRect();
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the window');
  if (conversation.scrollWidth > conversation.clientWidth) found.push('the conversation scrolls sideways');
  const entries = [...conversation.querySelectorAll('[data-row]')]
    .map((entry) => ({ entry, row: entry.getAttribute('data-row'), box: entry.getBoundingClientRect() }))
    .sort((a, b) => a.box.top - b.box.top);
  entries.forEach(({ row, box }, at) => {
    if (box.top < (entries[at - 1]?.box.bottom ?? box.top) - 1) found.push(`entry ${row} covers another one`);
    if (box.left < view.left || box.right > view.right + 1)
      found.push(`entry ${row} leaves the conversation`);
  });
  for (const { entry, row, box } of entries) {
    // The paddings of an entry reach a little further than the column.
    const isOutside = ({ left, right, bottom, width }: DOMRect) =>
      width > 0 && (left < box.left - 17 || right > box.right + 17 || bottom > box.bottom + 1);
    const isCut = (element: Element | null): boolean =>
      element !== null &&
      element !== entry &&
      (getComputedStyle(element).overflowX !== 'visible' || isCut(element.parentElement));
    for (const element of entry.querySelectorAll('*'))
      if (isOutside(element.getBoundingClientRect()) && !isCut(element.parentElement))
        found.push(`<${element.tagName.toLowerCase()}> leaves entry ${row}`);
  }
  return [...new Set(found)].slice(0, 20);
}
