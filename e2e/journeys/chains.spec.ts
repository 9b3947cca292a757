import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessible.ts';
import { lookAway } from '../fixtures/look-away.ts';
import { refuseLiveChanges } from '../fixtures/refuse-live-changes.ts';
import { createUser, type SignedInUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';

const cards = (page: Page) => page.getByRole('list', { name: 'Chains' }).getByRole('listitem');
const steps = (page: Page) => page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Stores prompts, and a chain of them in the order given. */
async function newChain(
  { api }: SignedInUser,
  title: string,
  prompts: readonly (readonly [title: string, content: string])[],
): Promise<{ chain: string; ids: string[] }> {
  const ids = await api.insert(
    'prompts',
    prompts.map(([name, content]) => ({ title: name, content })),
  );
  const { body } = await api.call('save_chain', { title, prompt_ids: ids });
  return { chain: (body as { id: string }).id, ids };
}

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

test('a chain is created, reordered by keyboard and drag, edited and deleted', async ({
  page,
  me,
}) => {
  const long = `${'a'.repeat(149)}b and the rest`;
  await me.api.insert('prompts', [
    { title: 'Outline', content: long },
    { title: 'Draft', content: 'Write' },
    { title: 'Polish', content: 'Shine' },
  ]);
  await page.goto('/app/chains');
  await expect(page.getByText('Create and manage prompt sequences')).toBeVisible();
  await expect(
    page.getByText('No chains yet. Create your first chain to get started!', { exact: true }),
  ).toBeVisible();
  await expect(cards(page).first()).toContainText('Create New Chain');
  await expect(cards(page).first()).toContainText(
    'Create a sequence of prompts to streamline your workflow',
  );
  await page.getByRole('link', { name: 'Get Started' }).click();
  await expect(page).toHaveURL(/\/app\/chains\/create$/);

  // Missing values are reported in the order of the fields.
  await button(page, 'Save Chain').click();
  await expect(page.getByText('Please enter a title for your chain').first()).toBeVisible();
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.getByLabel('Title').fill('Essay');
  await expect(
    page.getByText('No prompts added yet. Click "Add Prompt" to get started.'),
  ).toBeVisible();
  await button(page, 'Save Chain').click();
  await expect(
    page.getByText('Please add at least one prompt to your chain').first(),
  ).toBeVisible();
  await expectAccessible(page);

  // By keyboard only: search, enter the list, add two.
  await button(page, 'Add Prompt').click();
  const dialog = page.getByRole('dialog', { name: 'Add Prompt' });
  await expect(dialog.getByRole('button', { name: /Draft/ })).toBeVisible();
  await expectAccessible(page);
  await expect(dialog.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('shine');
  await expect(dialog.getByRole('button', { name: /Draft/ })).toBeHidden();
  // Waits for the results of the whole word; those of its beginning look the same and are replaced.
  await expect(dialog.getByRole('button', { name: /Polish/ }).locator('mark')).toHaveText('Shine');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: /Polish.*Step 1/ })).toBeFocused();
  await dialog.getByRole('searchbox').fill('');
  await dialog.getByRole('button', { name: /Draft/ }).click();
  await dialog.getByRole('button', { name: /Outline/ }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button(page, 'Add Prompt')).toBeFocused();
  await expect(steps(page)).toHaveText([/Polish/, /Draft/, /Outline/]);

  // The last one to the top by keys, the first down by its button, the middle one by dragging.
  await page.getByRole('button', { name: 'Move Outline, step 3 of 3' }).focus();
  await page.keyboard.press('Home');
  await expect(steps(page)).toHaveText([/Outline/, /Polish/, /Draft/]);
  await expect(page.getByRole('button', { name: 'Move Outline, step 1 of 3' })).toBeFocused();
  await expect(page.getByText('Outline is now step 1 of 3')).toBeAttached();
  await button(page, 'Move Outline down').click();
  await expect(button(page, 'Move Outline down')).toBeFocused();
  await expect(steps(page)).toHaveText([/Polish/, /Outline/, /Draft/]);
  await drag(page, 'Move Polish, step 1 of 3');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(steps(page)).toHaveText([/Polish/, /Outline/, /Draft/]);
  await drag(page, 'Move Polish, step 1 of 3');
  await page.mouse.up();
  await expect(steps(page)).toHaveText([/Outline/, /Draft/, /Polish/]);

  await button(page, 'Save Chain').dblclick();
  await expect(page.getByText('Chain created successfully', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/chains$/);
  expect(await storedSteps(me)).toEqual([['Essay', '1 Outline', '2 Draft', '3 Polish']]);
  await expect(cards(page).nth(1)).toContainText(/Essay.*3 prompts.*Last updated just now/s);

  // Shows 150 characters, and the rest on demand.
  await page.getByRole('link', { name: 'View Chain' }).click();
  await expect(page.getByRole('heading', { name: 'Essay' })).toBeVisible();
  await expect(steps(page).first()).toContainText(`${long.slice(0, 150)}…`);
  await button(page, 'Show more of Outline').click();
  await expect(steps(page).first()).toContainText(long);
  await button(page, 'Show less of Outline').click();
  await expect(steps(page).first()).not.toContainText('and the rest');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Copy Draft').click();
  await expect(page.getByText('Prompt copied to clipboard!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Write');

  await page.getByRole('link', { name: 'Edit Chain' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Essay');
  await button(page, 'Remove Draft').click();
  await page.getByLabel('Description').fill('Two steps');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Chain updated successfully', { exact: true })).toBeVisible();
  await expect(cards(page).nth(1)).toContainText(/2 prompts/);
  expect(await storedSteps(me)).toEqual([['Essay', '1 Outline', '2 Polish']]);

  await button(page, 'Actions for Essay').click();
  await page.getByRole('menuitem', { name: 'Delete Chain' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('This action cannot be undone.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Chain deleted successfully!')).toBeVisible();
  await expect(page.getByText('No chains yet.')).toBeVisible();
});

test('the Add Prompt dialog searches many prompts, and loads more on scroll', async ({
  page,
  me,
}) => {
  const many = Array.from({ length: 1_000 }, (_, at) => ({ title: `Note ${at}`, content: 'x' }));
  await me.api.insert('prompts', [{ title: 'Needle', content: 'Deep down' }]);
  await me.api.insert('prompts', many);
  await page.goto('/app/chains/new');
  await button(page, 'Add Prompt').click();
  const dialog = page.getByRole('dialog', { name: 'Add Prompt' });
  const rows = dialog.getByRole('list', { name: 'Prompts to add' }).getByRole('listitem');
  await rows.first().hover();
  await expect(async () => {
    await page.mouse.wheel(0, 4_000);
    await expect(rows.filter({ hasText: /^Note 8\d\d/ }).first()).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await rows.count()).toBeLessThan(100);
  // Waits for the current results: outdated ones are replaced and would lose the focus.
  const response = Promise.withResolvers<undefined>();
  await page.route(/rpc\/search_prompts/, async (route) => {
    await response.promise;
    await route.continue();
  });
  const box = dialog.getByRole('searchbox');
  await box.fill('DEEP dwon is:private');
  await box.press('ArrowDown');
  await expect(box).toBeFocused();
  response.resolve(undefined);
  await expect(rows).toHaveCount(1);
  await box.press('ArrowDown');
  await expect(rows.getByRole('button', { name: /Needle/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(steps(page)).toHaveText([/Needle/]);
});

test("a chain's draft survives a reload, and the second of two tabs is asked before it overwrites", async ({
  page,
  me,
  pageOf,
}) => {
  const { chain } = await newChain(me, 'Shared', [
    ['One', 'x'],
    ['Two', 'y'],
  ]);
  await page.goto(`/app/chains/${chain}/edit`);
  await page.getByLabel('Title').fill('Half a ti');
  await button(page, 'Move Two up').click();
  await page.reload();
  await page.getByText('Half a ti').waitFor();
  await button(page, 'Continue').click();
  await expect(page.getByLabel('Title')).toHaveValue('Half a ti');
  await expect(steps(page)).toHaveText([/Two/, /One/]);

  const other = await pageOf(me);
  await other.goto(`/app/chains/${chain}/edit`);
  await other.getByLabel('Title').fill('Theirs');
  await button(other, 'Remove Two').click();
  await button(other, 'Save Chain').click();
  await expect(other.getByText('Chain updated successfully')).toBeVisible();

  await button(page, 'Save Chain').click();
  const choice = page.getByRole('dialog', { name: 'This chain was changed elsewhere' });
  await expect(choice.getByRole('region', { name: 'Mine' })).toContainText(/Half a ti.*Two.*One/s);
  await expect(choice.getByRole('region', { name: 'Theirs' })).toContainText(/Theirs.*One/s);
  await expectAccessible(page);
  expect(await storedSteps(me)).toEqual([['Theirs', '1 One']]);
  await choice.getByRole('button', { name: 'Save mine as a new chain' }).click();
  await expect(page.getByText('Chain created successfully')).toBeVisible();
  expect(await storedSteps(me)).toEqual([
    ['Half a ti', '1 Two', '2 One'],
    ['Theirs', '1 One'],
  ]);

  // After seeing the stored chain, it may be replaced; a deleted one can be created again.
  await page.goto(`/app/chains/${chain}/edit`);
  await page.getByLabel('Title').fill('Mine after all');
  await me.api.patch(`chains?id=eq.${chain}`, { title: 'Theirs again' });
  await button(page, 'Save Chain').click();
  await button(page, 'Replace with mine').click();
  await expect(page.getByText('Chain updated successfully')).toBeVisible();
  await page.goto(`/app/chains/${chain}/edit`);
  await page.getByLabel('Title').fill('Phoenix');
  expect((await me.api.get(`chains?id=eq.${chain}&select=title`)).body).toEqual([
    { title: 'Mine after all' },
  ]);
  await other.goto(`/app/chains/${chain}`);
  await button(other, 'Actions for Mine after all').click();
  await other.getByRole('menuitem', { name: 'Delete Chain' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(other).toHaveURL(/\/app\/chains$/);
  await button(page, 'Save Chain').click();
  await expect(page.getByText('Failed to update chain: Chain not found')).toBeVisible();
  await button(page, 'Save as a new chain').click();
  await expect(page.getByText('Chain created successfully')).toBeVisible();
});

test('a chain run is paused, continued elsewhere, stored and exported', async ({
  page,
  me,
  pageOf,
}) => {
  const { chain, ids } = await newChain(me, 'Article', [
    ['Notes', 'Collect notes on {{topic}} for {{reader:everybody}}.'],
    ['Outline', 'Outline {{words|number:300}} words on {{topic}} from {{step1.output}}'],
    ['Check', 'Is {{step2.output}} covered by {{step1.output}}?'],
  ]);
  await me.api.upsert('prompt_uses', { prompt_id: ids[0], last_values: { topic: 'rain' } });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/app/chains/${chain}`);
  await button(page, 'Run Chain').dblclick();
  await expect(page).toHaveURL(/\/app\/chains\/runs\//);
  const running = (shown: Page) => steps(shown).and(shown.locator('[aria-current="step"]'));
  await expect(running(page)).toContainText('Notes');
  await expect(page.getByLabel('topic', { exact: true })).toHaveValue('rain');
  await page.getByLabel('topic', { exact: true }).fill('tides');
  await button(page, 'Copy prompt').click();
  await expect(page.getByText('Copied to clipboard', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Collect notes on tides for everybody.',
  );
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await button(page, 'Copy prompt').click();
  await expect(page.getByText('Failed to copy to clipboard', { exact: true })).toBeVisible();
  await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'));

  // Two later steps use this answer: continuing without it takes a second press.
  await button(page, 'Next step').click();
  await expect(page.getByText('2 later steps use this answer. Paste it first.')).toBeVisible();
  await expect(page.getByLabel('Answer')).toBeFocused();
  await page.getByLabel('Answer').fill('The moon pulls.');
  await page.reload();
  await expect(page.getByText('The moon pulls.')).toBeVisible();
  await button(page, 'Continue').click();
  await button(page, 'Next step').dblclick();
  await expect(running(page)).toContainText('Outline');
  await expect(page.getByLabel('topic', { exact: true })).toHaveValue('tides');
  await expect(page.getByRole('region', { name: 'Prompt to send' })).toHaveText(
    'Outline 300 words on tides from The moon pulls.',
  );
  await page.getByLabel('words', { exact: true }).fill('many');
  await button(page, 'Copy prompt').click();
  await expect(page.getByLabel('words', { exact: true })).toBeFocused();
  await page.getByLabel('words', { exact: true }).fill('500');
  await page.getByLabel('Answer').fill('First, second');
  await button(page, 'Pause').click();
  await expect(page.getByRole('heading', { name: 'Runs' })).toBeVisible();
  await expect(page.getByText('Paused')).toBeVisible();
  await expect(button(page, 'Start new run')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue Step 2 of 3' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/app/chains');
  await expect(cards(page).nth(1)).toContainText('3 prompts, run at step 2 of 3');
  await page.getByRole('link', { name: 'Continue Article, Step 2 of 3' }).click();
  await expect(page.getByLabel('words', { exact: true })).toHaveValue('500');
  await page.goto(`/app/chains/${chain}`);

  // Continues on another device, after prompts and chain were changed and deleted here.
  const other = await pageOf(me);
  await other.goto('/app/chains/runs');
  await other.getByRole('link', { name: /^Article, run started/ }).click();
  await expect(other.getByLabel('words', { exact: true })).toHaveValue('500');
  await expect(other.getByLabel('Answer')).toHaveValue('First, second');
  await me.api.patch(`prompts?id=eq.${ids[2]}`, { content: 'Something else' });
  await me.api.patch(`prompts?id=eq.${ids[1]}`, { deleted_at: new Date().toISOString() });
  await button(other, 'Next step').click();
  await expect(running(other)).toContainText('Check');
  await expect(other.getByRole('region', { name: 'Prompt to send' })).toHaveText(
    'Is First, second covered by The moon pulls.?',
  );

  // The first page still shows step 2: its save is refused, and its text is not lost.
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
  expect(text).toContain('Outline 500 words on tides from The moon pulls.');
  expect(text).toContain('### Answer\n\nYes.');
  // Uses are recorded during the run.
  const uses = () => me.api.rows('prompt_uses?select=prompt_id,last_values&order=prompt_id');
  await expect.poll(uses).toEqual([
    { prompt_id: ids[0], last_values: { topic: 'tides' } },
    { prompt_id: ids[1], last_values: { topic: 'tides', words: '500' } },
    { prompt_id: ids[2], last_values: {} },
  ]);

  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Delete run' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Run deleted')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/app/chains/${chain}$`));
  expect(await me.api.rows('chain_runs?select=id')).toEqual([]);
});

test('a chain gives answers and texts to variables, and has a prompt of its own', async ({
  page,
  me,
  pageOf,
}) => {
  const { chain, ids } = await newChain(me, 'Report', [
    ['Notes', 'Collect notes on {{topic}}.'],
    ['Outline', 'Outline in {{tone}}: {{notes}}'],
  ]);
  await me.api.upsert('prompt_uses', {
    prompt_id: ids[1],
    last_values: { notes: 'of another day' },
  });
  const voice = await me.api.prompt({ title: 'Voice', content: 'Be {{mood}}.' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/app/chains/${chain}/edit`);
  const variables = (step: number) =>
    page.getByRole('group', { name: `Variables of step ${step}` });
  await variables(2).getByLabel('notes', { exact: true }).selectOption('Answer of step 1: Notes');
  await variables(2).getByLabel('tone', { exact: true }).selectOption('Fixed text');
  await variables(2).getByLabel('Text for tone').fill('$& {{notes}}');
  await button(page, 'Write a prompt').click();
  await page.getByLabel('Prompt title').fill('Shorten');
  await page
    .getByRole('textbox', { name: 'Content' })
    .fill(`Shorten {{draft}} of {{step1.output}}. {{> ${voice}}}`);
  await variables(3).getByLabel('draft').selectOption('Answer of step 2: Outline');
  await expect(variables(3).getByLabel('mood')).toBeVisible();
  await expectAccessible(page);
  // The draft on this device has all of it.
  await page.reload();
  await button(page, 'Continue').click();
  await expect(variables(3).getByLabel('draft')).toHaveValue(/^step:/);

  // Another window saves first: both sides are shown whole.
  await me.api.patch(`chains?id=eq.${chain}`, { title: 'Theirs' });
  await button(page, 'Save Chain').click();
  const mine = page.getByRole('region', { name: 'Mine' });
  await expect(mine).toContainText(/notes: answer of step 1.*Shorten.*draft: answer of step 2/s);
  await expectAccessible(page);
  await button(page, 'Replace with mine').click();
  await expect(page.getByText('Chain updated successfully')).toBeVisible();

  // Moved by identity: the answer is still that of Notes.
  await page.goto(`/app/chains/${chain}`);
  await expect(steps(page).nth(1)).toContainText(/notes: answer of step 1/);
  await expect(steps(page).nth(2)).toContainText(/Shorten.*Only in this chain.*Be mood/s);
  await expectAccessible(page);

  await button(page, 'Run Chain').click();
  const answer = ' $& {{topic}}\n$1 ';
  await page.getByLabel('Answer').fill(answer);
  await button(page, 'Next step').click();
  const notes = page.getByLabel('notes', { exact: true });
  await expect(notes).toHaveValue(answer);
  await expect(page.getByText('Taken from the answer of step 1.')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Copy prompt').click();
  await expect(page.getByText('Copied to clipboard', { exact: true })).toBeVisible();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await clipboard()).toBe(`Outline in $& {{notes}}: ${answer}`);
  await notes.fill('shorter');
  await expect(page.getByText('Changed. It was taken from the answer of step 1.')).toBeVisible();

  // Stopped here, continued on another device, whatever becomes of the chain.
  await button(page, 'Pause').click();
  await expect(page.getByRole('link', { name: 'Continue Step 2 of 3' })).toBeVisible();
  const other = await pageOf(me);
  await other.goto(`/app/chains/${chain}`);
  await other.getByRole('link', { name: 'Continue Step 2 of 3' }).click();
  await expect(other.getByLabel('notes', { exact: true })).toHaveValue('shorter');
  await me.api.remove(`chain_prompts?chain_id=eq.${chain}&sequence_order=eq.3`);
  await other.getByLabel('Answer').fill('One, two');
  await button(other, 'Next step').click();
  await other.getByLabel('mood').fill('brief');
  await expect(other.getByRole('region', { name: 'Prompt to send' })).toHaveText(
    /^Shorten One, two of {1,2}\$& \{\{topic\}\}\s\$1 \. Be brief\.$/,
  );
  await button(other, 'Finish').click();
  await expect(other.getByText('The run is finished.')).toBeVisible();
  // Values that the chain filled in aren't stored as last used.
  expect(await me.api.rows(`prompt_uses?select=last_values&prompt_id=eq.${ids[1]}`)).toEqual([
    { last_values: { notes: 'of another day' } },
  ]);
});

test('a chain and its run are printed whole', async ({ page, me }) => {
  const long = `Start. ${'Goes on. '.repeat(60)}The end of {{topic}}.`;
  const { chain } = await newChain(me, 'Essay', [['Outline', long]]);
  const [run] = await me.api.insert('chain_runs', [
    {
      title: 'Essay',
      steps: [{ prompt_id: null, version: 1, title: 'Outline', content: long }],
      answers: ['The answer.'],
      state: 'finished',
    },
  ]);
  await page.goto(`/app/chains/${chain}`);
  await expect(steps(page)).toContainText('…');
  await page.emulateMedia({ media: 'print' });
  await expect(steps(page)).toContainText('The end of topic.');
  await page.emulateMedia({ media: 'screen' });
  await expect(steps(page)).not.toContainText('The end of topic.');

  await page.goto(`/app/chains/runs/${run}`);
  await button(page, 'Show less of step 1').click();
  await expect(page.getByText('The answer.')).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('The answer.')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
});

test('chain runs are accessible', async ({ page, me }) => {
  const long = 'Unbreakable'.repeat(40);
  const step = { prompt_id: null, version: 3, title: long, content: `On {{topic}}: ${long}` };
  const steps = [step, { ...step, content: '{{step1.output}} in {{words|number}} words' }, step];
  const [running, finished] = await me.api.insert('chain_runs', [
    { title: 'Running', steps, answers: [long], state: 'running' },
    { title: 'Finished', steps, answers: [long, '', 'Done'], state: 'finished' },
  ]);
  for (const path of ['', `/${running}`, `/${finished}`]) {
    await page.goto(`/app/chains/runs${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('listitem').first()).toBeVisible();
    await expectAccessible(page);
  }
});

test('unresolved references are named before a run, and asked for during it', async ({
  page,
  me,
}) => {
  const { chain } = await newChain(me, 'Tangled', [
    ['First', 'Use {{step2.output}} and {{step7.output}}'],
    ['Second', 'Use {{step1.ouput}} and {{step2.output}}'],
  ]);
  await page.goto(`/app/chains/${chain}`);
  await button(page, 'Run Chain').click();
  const warning = page.getByRole('dialog', { name: 'Before you run this chain' });
  await expect(warning.getByRole('listitem')).toHaveText([
    'Step 1 asks for {{step2.output}}, but step 2 comes after it.',
    'Step 1 asks for {{step7.output}}, but the chain ends with step 2.',
    'Step 2 has {{step1.ouput}}. Write {{step1.output}} for the answer from step 1.',
    'Step 2 asks for its own answer, {{step2.output}}.',
  ]);
  await warning.getByRole('button', { name: 'Run anyway' }).click();
  await page.getByLabel('step2.output').fill('by hand');
  await expect(page.getByRole('region', { name: 'Prompt to send' })).toHaveText(
    'Use by hand and {{step7.output}}',
  );
});

test('a step whose prompt is private or deleted breaks neither view, form nor run', async ({
  page,
  me,
  request,
}) => {
  const sam = await createUser(request, 'Sam');
  const shared = await sam.api.prompt({ title: 'Of Sam', content: 'Hello', is_public: true });
  const [gone = '', deleted = '', mine = ''] = await me.api.insert('prompts', [
    { title: 'Gone', content: 'x' },
    { title: 'In the bin', content: 'y' },
    { title: 'Mine', content: 'Go on with {{step1.output}}' },
  ]);
  const { body } = await me.api.call('save_chain', {
    title: 'Mended',
    prompt_ids: [shared, gone, deleted, mine],
  });
  const { id: chain } = body as { id: string };
  await sam.api.patch(`prompts?id=eq.${shared}`, { is_public: false });
  await me.api.remove(`prompts?id=eq.${gone}`);
  await me.api.patch(`prompts?id=eq.${deleted}`, { deleted_at: new Date().toISOString() });

  await page.goto(`/app/chains/${chain}`);
  await expect(steps(page)).toHaveText([
    /Missing prompt.*Its owner keeps its prompt private, or deleted it\./,
    /Missing prompt.*Its prompt was permanently deleted\./,
    /In the bin.*Its prompt is in Recently deleted\..*Restore it/,
    /Mine/,
  ]);
  await expectAccessible(page);
  await steps(page).nth(1).getByRole('button', { name: 'Remove step' }).click();
  await expect(page.getByText('Chain updated successfully!', { exact: true })).toBeVisible();
  await expect(steps(page)).toHaveCount(3);

  await page.getByRole('link', { name: 'Edit Chain' }).click();
  await page.getByRole('button', { name: 'Move Mine up' }).click();
  await button(page, 'Save Chain').click();
  await expect(page.getByText('Chain updated successfully', { exact: true })).toBeVisible();
  await page.goto(`/app/chains/${chain}`);
  await expect(steps(page)).toHaveText([/Missing prompt/, /Mine/, /In the bin/]);

  await button(page, 'Run Chain').click();
  await button(page, 'Run anyway').click();
  await expect(page.getByText("This step's prompt was deleted or private")).toBeVisible();
  await page.getByLabel('Answer').fill('from elsewhere');
  await button(page, 'Next step').click();
  await expect(page.getByRole('region', { name: 'Prompt to send' })).toHaveText(
    'Go on with from elsewhere',
  );
  const run = new URL(page.url()).pathname;

  // Other people can't see the chain or the run.
  const stranger = await createUser(request, 'Eve');
  expect(await stranger.api.rows('chains?select=id')).toEqual([]);
  expect(await stranger.api.rows('chain_runs?select=id')).toEqual([]);

  // A run survives its chain.
  await me.api.remove(`chains?id=eq.${chain}`);
  await page.goto(run);
  await expect(page.getByRole('heading', { name: 'Mended' })).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/app\/chains\/runs$/);
});

test('chains are refetched on each visit and on window focus', async ({ page, me }) => {
  await newChain(me, 'First', [['One', 'x']]);
  let fetched = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && /\/rest\/v1\/chains\?/.test(request.url())) fetched += 1;
  });
  await refuseLiveChanges(page);
  await page.goto('/app/chains');
  await expect(cards(page)).toHaveText([/Create New Chain/, /First/]);
  expect(fetched).toBe(1);
  await newChain(me, 'Second', [['Two', 'y']]);
  await lookAway(page);
  await expect(cards(page)).toHaveText([/Create New Chain/, /Second/, /First/]);
  expect(fetched).toBe(2);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Chains' })
    .click();
  await expect.poll(() => fetched).toBe(3);
});

test('an edited answer survives collapsing, a reload and the end of the run', async ({
  page,
  me,
}) => {
  const { chain } = await newChain(me, 'Two', [
    ['First', 'x'],
    ['Second', 'y'],
  ]);
  await page.goto(`/app/chains/${chain}`);
  await button(page, 'Run Chain').click();
  await page.getByLabel('Answer').fill('One');
  await button(page, 'Next step').click();
  await button(page, 'Show more of step 1').click();
  await button(page, 'Edit answer').click();
  const changed = page.getByLabel('Answer from step 1', { exact: true });
  await changed.fill('Better');
  await page.reload();
  await button(page, 'Show more of step 1').click();
  await button(page, 'Edit answer').click();
  await button(page, 'Continue').click();
  await button(page, 'Show less of step 1').click();
  await expect(changed).toBeHidden();
  await button(page, 'Finish').click();
  await expect(page.getByText('The run is finished.')).toBeVisible();
  await button(page, 'Show more of step 1').click();
  await expect(changed).toHaveValue('Better');
  await button(page, 'Save answer').click();
  await expect(changed).toHaveCount(0);
  await expect(steps(page).first()).toContainText('Better');
  expect(await me.api.rows('chain_runs?select=answers')).toEqual([{ answers: ['Better', ''] }]);
});
