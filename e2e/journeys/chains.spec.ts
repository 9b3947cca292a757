import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { CDPSession, Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessible.ts';
import { createUser, type SignedInUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';

const cards = (page: Page) => page.getByRole('list', { name: 'Chains' }).getByRole('listitem');
const steps = (page: Page) => page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function storedSteps({ api }: SignedInUser): Promise<unknown> {
  const rows = await api.rows<{
    title: string;
    chain_prompts: { sequence_order: number; prompts: { title: string } | null }[];
  }>(
    'chains?select=title,chain_prompts(sequence_order,prompts(title))&order=title&chain_prompts.order=sequence_order',
  );
  return rows.map(({ title, chain_prompts: links }) => [
    title,
    ...links.map((link) => `${link.sequence_order} ${link.prompts?.title}`),
  ]);
}

/** Drags a step below the last one, and holds it there. */
async function drag(page: Page, handle: string): Promise<void> {
  // Hovering waits for rows that still slide to their places.
  await button(page, handle).hover({ position: { x: 10, y: 10 } });
  const from = await button(page, handle).boundingBox();
  const last = await steps(page).last().boundingBox();
  await page.mouse.down();
  await page.mouse.move((from?.x ?? 0) + 10, (last?.y ?? 0) + (last?.height ?? 0), { steps: 8 });
}

test('a chain is created, reordered by dragging, edited and deleted', async ({ page, me }) => {
  await me.api.insert('prompts', [
    { title: 'Outline', content: 'Plan' },
    { title: 'Draft', content: 'Write' },
    { title: 'Polish', content: 'Shine' },
  ]);
  await page.goto('/app/chains');
  await expect(
    page.getByText('No chains yet. Create your first chain to get started!', { exact: true }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Get Started' }).click();
  await expect(page).toHaveURL(/\/app\/chains\/create$/);
  await page.getByLabel('Title').fill('Essay');
  await button(page, 'Add Prompt').click();
  const dialog = page.getByRole('dialog', { name: 'Add Prompt' });
  await expect(dialog.getByRole('button', { name: /Draft/ })).toBeVisible();
  await dialog.getByRole('searchbox').fill('shine');
  await expect(dialog.getByRole('button', { name: /Polish/ }).locator('mark')).toHaveText('Shine');
  await dialog.getByRole('button', { name: /Polish/ }).click();
  await dialog.getByRole('searchbox').fill('');
  await dialog.getByRole('button', { name: /Draft/ }).click();
  await dialog.getByRole('button', { name: /Outline/ }).click();
  await page.keyboard.press('Escape');
  await expect(steps(page)).toHaveText([/Polish/, /Draft/, /Outline/]);

  await drag(page, 'Move Polish, step 1 of 3');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(steps(page)).toHaveText([/Polish/, /Draft/, /Outline/]);
  await drag(page, 'Move Polish, step 1 of 3');
  await page.mouse.up();
  await expect(steps(page)).toHaveText([/Draft/, /Outline/, /Polish/]);

  await button(page, 'Save Chain').dblclick();
  await expect(page.getByText('Chain created successfully', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/chains$/);
  expect(await storedSteps(me)).toEqual([['Essay', '1 Draft', '2 Outline', '3 Polish']]);
  await expect(cards(page).nth(1)).toContainText(/Essay.*3 prompts.*Last updated just now/s);

  await page.getByRole('link', { name: 'View Chain' }).click();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Copy Draft').click();
  await expect(page.getByText('Prompt copied to clipboard!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Write');

  // Another window saves first: nothing is overwritten without a question.
  await page.getByRole('link', { name: 'Edit Chain' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Essay');
  await button(page, 'Remove Draft').click();
  const [{ id } = { id: '' }] = await me.api.rows<{ id: string }>('chains?select=id');
  await me.api.patch(`chains?id=eq.${id}`, { title: 'Theirs' });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Theirs' })).toContainText(/Theirs.*Draft/s);
  await button(page, 'Replace with mine').click();
  await expect(page.getByText('Chain updated successfully', { exact: true })).toBeVisible();
  await expect(cards(page).nth(1)).toContainText(/2 prompts/);
  expect(await storedSteps(me)).toEqual([['Essay', '1 Outline', '2 Polish']]);

  await button(page, 'Actions for Essay').click();
  await page.getByRole('menuitem', { name: 'Delete Chain' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Chain deleted successfully!')).toBeVisible();
  await expect(page.getByText('No chains yet.')).toBeVisible();
});

test('a chain run is paused, continued elsewhere, stored and exported', async ({
  page,
  me,
  pageOf,
}) => {
  const [notes = '', outline = ''] = await me.api.insert('prompts', [
    { title: 'Notes', content: 'Collect notes on {{topic}} for {{reader:everybody}}.' },
    {
      title: 'Outline',
      content: 'Outline {{words|number:300}} words on {{topic}} in {{tone}}: {{notes}}',
    },
  ]);
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  const chain = await me.api.chain({
    title: 'Article',
    steps: [
      { id: first, prompt_id: notes },
      {
        id: second,
        prompt_id: outline,
        bindings: { tone: { text: '$& {{notes}}' }, notes: { step: first } },
      },
      {
        id: third,
        title: 'Check',
        content: 'Is {{draft}} covered by {{step1.output}}?',
        bindings: { draft: { step: second } },
      },
    ],
  });
  await me.api.upsert('prompt_uses', { prompt_id: notes, last_values: { topic: 'rain' } });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/app/chains/${chain}`);
  await expect(steps(page).nth(1)).toContainText(/notes: answer of step 1/);
  await expect(steps(page).nth(2)).toContainText(/Check.*Only in this chain/s);
  await button(page, 'Run Chain').dblclick();
  await expect(page).toHaveURL(/\/app\/chains\/runs\//);
  const running = (shown: Page) => steps(shown).and(shown.locator('[aria-current="step"]'));
  await expect(running(page)).toContainText('Notes');
  expect(await me.api.rows('chain_runs?select=id')).toHaveLength(1);
  await expect(page.getByLabel('topic', { exact: true })).toHaveValue('rain');
  await page.getByLabel('topic', { exact: true }).fill('tides');
  await button(page, 'Copy prompt').click();
  await expect(page.getByText('Copied to clipboard', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Collect notes on tides for everybody.',
  );
  await page.getByLabel('Answer').fill('The moon pulls.');
  await button(page, 'Next step').dblclick();
  await expect(running(page)).toContainText('Outline');
  await expect(page.getByLabel('topic', { exact: true })).toHaveValue('tides');
  await page.getByLabel('words', { exact: true }).fill('500');
  await page.getByLabel('Answer').fill('First, second');
  await button(page, 'Pause').click();
  await expect(page.getByText('Paused')).toBeVisible();

  // Continues on another device, after prompts and chain were changed and deleted here.
  const other = await pageOf(me);
  await other.goto('/app/chains');
  await expect(cards(other).nth(1)).toContainText('3 prompts, run at step 2 of 3');
  await other.getByRole('link', { name: 'Continue Article, Step 2 of 3' }).click();
  await expect(other.getByLabel('words', { exact: true })).toHaveValue('500');
  await expect(other.getByLabel('Answer')).toHaveValue('First, second');
  await me.api.remove(`chain_prompts?chain_id=eq.${chain}&sequence_order=eq.3`);
  await me.api.patch(`prompts?id=eq.${outline}`, { deleted_at: new Date().toISOString() });
  await button(other, 'Next step').click();
  await expect(running(other)).toContainText('Check');
  await expect(other.getByRole('region', { name: 'Prompt to send' })).toHaveText(
    'Is First, second covered by The moon pulls.?',
  );

  // The save of a window that was overtaken is refused, and its text is not lost.
  await page.getByRole('link', { name: /^Article, run started/ }).click();
  await expect(running(page)).toContainText('Check');
  await other.getByLabel('Answer').fill('Yes.');
  await button(other, 'Finish').click();
  await expect(other.getByText('The run is finished.')).toBeVisible();
  await page.getByLabel('Answer').fill('No.');
  await button(page, 'Finish').click();
  await expect(page.getByText('This run was continued elsewhere.')).toBeVisible();
  await expect(page.getByLabel('Answer')).toHaveValue('No.');
  await button(page, 'Reload run').click();
  await expect(steps(page)).toHaveText([/Notes/, /Outline/, /Yes\./]);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Export').click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^article-.*\.md$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('## Step 2: Outline (version 1)');
  expect(text).toContain('Outline 500 words on tides in $& {{notes}}: The moon pulls.');
  expect(text).toContain('### Answer\n\nYes.');
  // Uses are recorded during the run, without the values that the chain filled in.
  const uses = () => me.api.rows('prompt_uses?select=prompt_id,last_values&order=prompt_id');
  await expect.poll(uses).toEqual([
    { prompt_id: notes, last_values: { topic: 'tides' } },
    { prompt_id: outline, last_values: { topic: 'tides', words: '500' } },
  ]);

  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Delete run' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Run deleted')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/app/chains/${chain}$`));
  expect(await me.api.rows('chain_runs?select=id')).toEqual([]);
});

test('chains and their runs are accessible, and say why a step has no prompt', async ({
  page,
  me,
  request,
}) => {
  const long = 'Unbreakable'.repeat(40);
  const sam = await createUser(request, 'Sam');
  const shared = await sam.api.prompt({ title: 'Of Sam', content: 'Hello', is_public: true });
  const [gone = '', deleted = '', mine = ''] = await me.api.insert('prompts', [
    { title: 'Gone', content: 'x' },
    { title: 'In the bin', content: 'y' },
    { title: long, content: `On {{topic}}: {{text}} ${long}` },
  ]);
  const source = randomUUID();
  const chain = await me.api.chain({
    title: long,
    steps: [
      { id: source, prompt_id: shared },
      { id: randomUUID(), prompt_id: gone },
      { id: randomUUID(), prompt_id: deleted },
      { id: randomUUID(), prompt_id: mine, bindings: { topic: { step: source } } },
    ],
  });
  await sam.api.patch(`prompts?id=eq.${shared}`, { is_public: false });
  await me.api.remove(`prompts?id=eq.${gone}`);
  await me.api.patch(`prompts?id=eq.${deleted}`, { deleted_at: new Date().toISOString() });

  await page.goto('/app/chains');
  await expect(cards(page)).toHaveCount(2);
  await expectAccessible(page);
  await page.goto(`/app/chains/${chain}`);
  await expect(steps(page)).toHaveText([
    /Missing prompt.*Its owner keeps its prompt private, or deleted it\./,
    /Missing prompt.*Its prompt was permanently deleted\./,
    /In the bin.*Its prompt is in Recently deleted\..*Restore it/,
    /topic: answer of step 1/,
  ]);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Edit Chain' }).click();
  await expect(page.getByRole('group', { name: 'Variables of step 4' })).toBeVisible();
  await page.getByLabel('Title').fill('');
  await button(page, 'Save Chain').click();
  await expect(page.getByText('Please enter a title for your chain').first()).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Add Prompt').click();
  await expect(page.getByRole('list', { name: 'Prompts to add' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByLabel('Title').fill(`My ${long}`);
  await me.api.patch(`chains?id=eq.${chain}`, { title: `Their ${long}` });
  await button(page, 'Save Chain').click();
  await expect(page.getByRole('region', { name: 'Theirs' })).toBeVisible();
  await expectAccessible(page);
  // Steps without a prompt are saved with the others.
  await button(page, 'Replace with mine').click();
  await expect(page.getByText('Chain updated successfully', { exact: true })).toBeVisible();

  const step = { prompt_id: null, version: 3, title: long, content: `On {{topic}}: ${long}` };
  const bindings = { topic: { step: 1 } };
  const [running, finished] = await me.api.insert('chain_runs', [
    {
      title: 'Running',
      steps: [step, { ...step, content: '{{topic}}{{n|number}}', bindings }, step],
      answers: [long],
      state: 'running',
    },
    { title: 'Finished', steps: [step, step], answers: [long, 'Done'], state: 'finished' },
  ]);
  for (const path of ['', `/${running}`, `/${finished}`]) {
    await page.goto(`/app/chains/runs${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('listitem').first()).toBeVisible();
    await expectAccessible(page);
  }
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
    const id = await me.api.chain({ title: 'Essay', prompt_ids: ids });
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
