import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What the accessibility engine finds in the page, as readable lines; by all of its rules or by some. */
export async function findViolations(
  page: Page,
  rules: readonly string[] | 'all' = 'all',
): Promise<string[]> {
  // Electron cannot open the second page that the engine's newer mode wants.
  const engine = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules === 'all' ? engine : engine.withRules([...rules])).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  );
}
