import type { CDPSession, Page, Route } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const steps = (page: Page) => page.getByRole('list', { name: 'Steps' }).getByRole('listitem');

/** Saves while `save_chain` gets this response, and expects the message. */
async function expectSaid(
  page: Page,
  response: (route: Route) => Promise<void>,
  text: string,
): Promise<void> {
  await page.route(saves, response);
  await button(page, 'Save Chain').click();
  await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  await page.unroute(saves);
}

const saves = /\/rest\/v1\/rpc\/save_chain\b/;
const refuse = (status: number, message: string, code: string) => (route: Route) =>
  route.fulfill({ status, json: { message, code } });
const cut = (route: Route) => route.abort();

test("a chain that can't be saved says why, for each cause", async ({ page, me }) => {
  const [one, two] = await me.api.insert('prompts', [
    { title: 'One', content: 'x' },
    { title: 'Two', content: 'y' },
  ]);
  await page.goto('/app/chains/create');
  await page.getByLabel('Title').fill('Shaky');
  await button(page, 'Add Prompt').click();
  const dialog = page.getByRole('dialog', { name: 'Add Prompt' });
  await dialog.getByRole('button', { name: /One/ }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();

  const expired = refuse(401, 'JWT expired', 'PGRST303');
  await expectSaid(page, expired, 'Please sign in to create chains');
  await expectSaid(page, cut, 'Failed to create chain');
  await expectSaid(page, refuse(400, 'Too odd', 'P0001'), 'Failed to create chain: Too odd');
  const unreadable = refuse(403, 'permission denied', '42501');
  const gone = 'one of them was made private or deleted. Remove it, then save again.';
  await expectSaid(page, unreadable, `Failed to add prompts to chain: ${gone}`);
  await expect(page.getByLabel('Title')).toHaveValue('Shaky');
  await expect(steps(page)).toHaveText([/One/]);
  expect(await me.api.rows('chains?select=id')).toEqual([]);

  const { body } = await me.api.call('save_chain', { title: 'Firm', prompt_ids: [one, two] });
  const { id } = body as { id: string };
  await page.goto(`/app/chains/${id}/edit`);
  await expect(page.getByLabel('Title')).toHaveValue('Firm');
  await page.getByLabel('Title').fill('Shaken');
  await expectSaid(page, expired, 'Please sign in to update chains');
  await expectSaid(page, cut, 'Failed to save chain');
  await expectSaid(page, refuse(400, 'Too odd', 'P0001'), 'Failed to update chain: Too odd');
  await expectSaid(page, unreadable, `Failed to add prompts to chain: ${gone}`);
  const missing = refuse(409, 'violates "chain_prompts_prompt_id_fkey"', '23503');
  const why =
    'It belongs to something that was deleted meanwhile. Reload the page, then try again.';
  await expectSaid(page, missing, `Failed to update chain: ${why}`);
  expect(await me.api.rows('chains?select=title')).toEqual([{ title: 'Firm' }]);
  await button(page, 'Save Chain').click();
  await expect(page.getByText('Chain updated successfully', { exact: true })).toBeVisible();
  expect(await me.api.rows('chains?select=title')).toEqual([{ title: 'Shaken' }]);
});

test('a chain whose response was lost is saved again without a conflict', async ({ page, me }) => {
  const prompt = await me.api.prompt({ title: 'One', content: 'x' });
  const { body } = await me.api.call('save_chain', { title: 'Firm', prompt_ids: [prompt] });
  const { id } = body as { id: string };
  await page.goto(`/app/chains/${id}/edit`);
  await page.getByLabel('Title').fill('Echo');
  await expectSaid(
    page,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    'Failed to save chain',
  );
  expect(await me.api.rows('chains?select=title')).toEqual([{ title: 'Echo' }]);
  await button(page, 'Save Chain').click();
  await expect(page.getByText('Chain updated successfully', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/chains$/);
});

test('the list of chains says that it is loading, and a failed deletion says why', async ({
  page,
  me,
}) => {
  const [one] = await me.api.insert('prompts', [{ title: 'One', content: 'x' }]);
  await me.api.call('save_chain', { title: 'Firm', prompt_ids: [one] });
  const lists = /\/rest\/v1\/chains\?/;
  const seen = Promise.withResolvers<undefined>();
  await page.route(lists, async (route) => {
    await seen.promise;
    await route.continue();
  });
  await page.goto('/app/chains');
  await expect(page.getByRole('heading', { name: 'Prompt Chains' })).toBeVisible();
  await expect(page.getByText('Loading chains...')).toBeAttached();
  seen.resolve(undefined);
  await button(page, 'Actions for Firm').click();
  await expect(page.getByText('Loading chains...')).not.toBeAttached();

  await page.unroute(lists);
  await page.route(lists, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 400, json: { message: 'Too firm', code: 'P0001' } })
      : route.continue(),
  );
  await page.getByRole('menuitem', { name: 'Delete Chain' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Failed to delete chain: Too firm').first()).toBeVisible();
  expect(await me.api.rows('chains?select=title')).toEqual([{ title: 'Firm' }]);
});

async function touch(
  session: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  x = 0,
  y = 0,
): Promise<void> {
  const touchPoints = type === 'touchEnd' ? [] : [{ x, y }];
  await session.send('Input.dispatchTouchEvent', { type, touchPoints });
}

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test('steps of a chain are reordered by touch', async ({ page, me }) => {
    const ids = await me.api.insert(
      'prompts',
      ['Outline', 'Draft', 'Polish'].map((title) => ({ title, content: 'x' })),
    );
    const { body } = await me.api.call('save_chain', { title: 'Essay', prompt_ids: ids });
    const { id } = body as { id: string };
    await page.goto(`/app/chains/${id}/edit`);
    await expect(steps(page)).toHaveText([/Outline/, /Draft/, /Polish/]);
    const handle = page.getByRole('button', { name: 'Move Outline, step 1 of 3' });
    await steps(page).last().scrollIntoViewIfNeeded();
    const from = await handle.boundingBox();
    const to = await steps(page).last().boundingBox();
    if (from === null || to === null) throw new Error('The steps are not shown.');
    const session = await page.context().newCDPSession(page);
    const x = from.x + from.width / 2;
    const start = from.y + from.height / 2;
    const end = to.y + to.height - 4;
    await touch(session, 'touchStart', x, start);
    for (let part = 1; part <= 8; part += 1) {
      await touch(session, 'touchMove', x, start + ((end - start) * part) / 8);
    }
    await touch(session, 'touchEnd');
    await expect(steps(page)).toHaveText([/Draft/, /Polish/, /Outline/]);
    await button(page, 'Save Chain').click();
    await expect(page.getByText('Chain updated successfully', { exact: true })).toBeVisible();
    expect(
      await me.api.rows('chain_prompts?select=sequence_order,prompts(title)&order=sequence_order'),
    ).toEqual([
      { sequence_order: 1, prompts: { title: 'Draft' } },
      { sequence_order: 2, prompts: { title: 'Polish' } },
      { sequence_order: 3, prompts: { title: 'Outline' } },
    ]);
  });
});
