import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const steps = (page: Page) => page.getByRole('list', { name: 'Steps' }).getByRole('listitem');

test('a chain whose response was lost is saved again without a conflict', async ({ page, me }) => {
  const prompt = await me.api.prompt({ title: 'One', content: 'x' });
  const { body } = await me.api.call('save_chain', { title: 'Firm', prompt_ids: [prompt] });
  const { id } = body as { id: string };
  await page.goto(`/app/chains/${id}/edit`);
  await page.getByLabel('Title').fill('Echo');
  const saves = /\/rest\/v1\/rpc\/save_chain\b/;
  await page.route(saves, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await button(page, 'Save Chain').click();
  await expect(page.getByText('Failed to save chain', { exact: true }).first()).toBeVisible();
  await page.unroute(saves);
  expect(await me.api.rows('chains?select=title')).toEqual([{ title: 'Echo' }]);
  await button(page, 'Save Chain').click();
  await expect(page.getByText('Chain updated successfully', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/chains$/);
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
  test.use({ hasOwnContext: true, hasTouch: true, viewport: { width: 360, height: 740 } });

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
