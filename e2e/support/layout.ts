import type { Page } from '@playwright/test';

/**
 * What does not fit in the window, as readable lines: a page or a pane that has to be scrolled sideways, a control
 * that something cuts off or that lies over its neighbour. What a control says may be shortened.
 */
export async function findMisfits(page: Page): Promise<string[]> {
  const wide = await page.evaluate(findWide);
  const cut = await page.evaluate(findCutOff);
  const laid = await page.evaluate(findLaidOver);
  return [...new Set([...wide, ...cut, ...laid])];
}

// Each of these runs in the page, and knows only what stands in it. Boxes may be off by a px: they are rounded.

function findWide(): string[] {
  const places = 'header, [aria-label=Conversation], [role=tabpanel], [role=treegrid], [role=tree], dialog';
  return [document.documentElement, ...document.querySelectorAll(places)]
    .filter((place) => place.checkVisibility() && place.scrollWidth > place.clientWidth + 1)
    .map((place) => {
      const name = place.getAttribute('aria-label') ?? place.textContent.trim().slice(0, 40);
      return `${place.tagName.toLowerCase()} "${name}" is ${place.scrollWidth - place.clientWidth} px too wide`;
    });
}

function findCutOff(): string[] {
  const isCut = (control: Element): boolean => {
    const box = control.getBoundingClientRect();
    // What is scrolled is out of view, not cut off.
    let [isScrolledAcross, isScrolledDown] = [false, false];
    let inside = control;
    while (inside.parentElement && getComputedStyle(inside).position !== 'fixed') {
      inside = inside.parentElement;
      const { overflowX, overflowY } = getComputedStyle(inside);
      const edge = inside.getBoundingClientRect();
      isScrolledAcross ||= /auto|scroll/.test(overflowX);
      isScrolledDown ||= /auto|scroll/.test(overflowY);
      const isCutAcross = box.right > edge.right + 1 || box.left < edge.left - 1;
      const isCutDown = box.bottom > edge.bottom + 1 || box.top < edge.top - 1;
      if (overflowX !== 'visible' && !isScrolledAcross && isCutAcross) return true;
      if (overflowY !== 'visible' && !isScrolledDown && isCutDown) return true;
    }
    return false;
  };
  return [...document.querySelectorAll('button, a[href], input, select, textarea, [role=tab], [role=radio]')]
    .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((control) => control.getBoundingClientRect().width > 1 && isCut(control))
    .map((control) => `"${control.getAttribute('aria-label') ?? control.textContent.trim()}" is cut off`);
}

function findLaidOver(): string[] {
  const takesRoom = (element: Element) => {
    const { position, display } = getComputedStyle(element);
    return element.checkVisibility() && /static|relative/.test(position) && display !== 'inline';
  };
  const found: string[] = [];
  for (const control of document.querySelectorAll('button, input, select, [role=tab], [role=radio]')) {
    const next = control.nextElementSibling;
    if (!next || !takesRoom(control) || !takesRoom(next)) continue;
    const [box, other] = [control.getBoundingClientRect(), next.getBoundingClientRect()];
    const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
    if (across > 2 && down > 2) found.push(`"${control.textContent}" lies over "${next.textContent}"`);
  }
  return found;
}
