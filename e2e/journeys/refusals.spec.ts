import type { Page, Route } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';
import { mainLink } from '../fixtures/main-link.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Intercepts writes to a table; reads reach the server. */
async function onWrites(
  page: Page,
  table: string,
  reply: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  const address = new RegExp(String.raw`/rest/v1/${table}(\?|$)`);
  await page.route(address, (route) =>
    route.request().method() === 'GET' ? route.continue() : reply(route),
  );
  return () => page.unroute(address);
}

const refuse = (status: number, message: string) => (route: Route) =>
  route.fulfill({ status, json: { message, code: 'P0001' } });

async function writePrompt(page: Page, title: string): Promise<void> {
  await button(page, 'New Prompt').first().click();
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  await panel.getByLabel('Title').fill(title);
  await panel.getByLabel('Content').fill('Words');
  await panel.getByRole('button', { name: 'Create Prompt' }).click();
}

test('a prompt saved after the session has ended is sent on the next visit', async ({
  page,
  me,
}) => {
  await page.goto('/app');
  const clear = await onWrites(page, 'prompts', refuse(401, 'JWT expired'));
  await writePrompt(page, 'Unlucky');
  await expect(page.getByText('Please sign in to create prompts')).toBeVisible();
  await clear();
  await page.goto('/app');
  await expect(mainLink(page, 'Unlucky')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Unsynced changes' })).toHaveCount(0);
  expect(await me.api.privatePrompts()).toBe(1);
});
