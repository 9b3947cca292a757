import axe from 'axe-core';
import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';

/** The rule sets axe checks, as in the journeys (e2e/fixtures/accessible.ts). */
const ruleSets = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function violations(part: Element): Promise<string[]> {
  const found = await axe.run(part, {
    runOnly: { type: 'tag', values: ruleSets },
    // Landmarks are the page's.
    rules: { region: { enabled: false } },
    resultTypes: ['violations'],
  });
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  );
}

/**
 * Checks part of a page, such as an open dialog, at 1280 pixels in light and at 320 in dark. Journeys
 * check whole pages.
 */
export async function expectAccessible(part: Locator): Promise<void> {
  await expect.element(part).toBeVisible();
  try {
    for (const [width, theme] of [
      [1280, 'light'],
      [320, 'dark'],
    ] as const) {
      await page.viewport(width, 900);
      document.documentElement.dataset['theme'] = theme;
      expect(await violations(part.element()), `${theme}, ${width} px`).toEqual([]);
    }
  } finally {
    delete document.documentElement.dataset['theme'];
    await page.viewport(1280, 900);
  }
}
