import type { Page } from '@playwright/test';
import { refuseLiveChanges } from '../fixtures/refuse-live-changes.ts';
import { createUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';
import { rareWord } from '../fixtures/words.ts';
import { mainLink } from '../fixtures/main-link.ts';

const cards = (page: Page) =>
  page.getByRole('list', { name: 'Public prompts' }).getByRole('listitem');
const comments = (page: Page) => page.getByRole('list', { name: 'Comments' }).locator('> li');

async function act(page: Page, button: string, item: string, nth = 0): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).nth(nth).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('the community is filtered by tags and category, from the menu and from a card', async ({
  page,
  me,
}) => {
  const word = rareWord();
  const common = { content: 'x', is_public: true, description: word };
  await me.api.prompt({ ...common, title: 'Both', tags: [word, 'two'], category: 'Sales' });
  await me.api.prompt({ ...common, title: 'One', tags: [word.toUpperCase()] });
  await me.api.prompt({ ...common, title: 'None', category: 'Sales' });
  await page.goto(`/app/community?q=${word}`);
  await expect(cards(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const filter = page.getByRole('dialog', { name: 'Filter public prompts' });
  await filter.getByLabel('Tag', { exact: true }).fill(word);
  await filter.getByRole('button', { name: 'Add' }).click();
  await expect(cards(page)).toHaveCount(2);
  await filter.getByLabel('Category').selectOption('Sales');
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('Both');
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Filter (2)' })).toBeVisible();

  await page.goto(`/app/community?q=${word}&order=top`);
  await page.getByRole('button', { name: 'Filter by #two' }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveURL(/order=top.*tag=two/);
  await page.getByRole('button', { name: 'Filter (1)' }).click();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(cards(page)).toHaveCount(3);
});

test('three people comment on a prompt: comments are added, edited, removed and counted', async ({
  page,
  me,
  request,
  pageOf,
}) => {
  const word = rareWord();
  const [nora, sam] = [await createUser(request, 'Nora'), await createUser(request, 'Sam')];
  const id = await nora.api.prompt({ title: word, content: 'x', is_public: true });
  expect(me.name).toBe('Mary');
  await page.goto(`/app/prompts/${id}`);
  await expect(page.getByText('No comments yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByText('Enter a comment.')).toBeVisible();
  await page
    .getByLabel('Add a comment')
    .fill(
      '**Good** <img src=x onerror=alert(1)> [bad](javascript:alert(1))\n- https://example.com/a',
    );
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(comments(page)).toHaveCount(1);
  await expect(page.getByLabel('Add a comment')).toHaveValue('');
  await expect(page.getByRole('heading', { name: '1 comment' })).toBeVisible();
  await expect(comments(page).locator('strong')).toHaveText('Good');
  await expect(comments(page)).toContainText('<img src=x onerror=alert(1)>');
  await expect(comments(page)).toContainText('[bad](javascript:alert(1))');
  await expect(comments(page).locator('img[src="x"]')).toHaveCount(0);
  await expect(comments(page).getByRole('link')).toHaveAttribute('rel', /nofollow/);

  const sams = await pageOf(sam);
  await sams.goto(`/app/prompts/${id}`);
  await sams.getByLabel('Add a comment').fill('I think so too');
  await sams.keyboard.press('Control+Enter');
  await expect(comments(sams)).toHaveCount(2);
  await expect(comments(sams).first()).toContainText('I think so too');
  await sams.getByRole('button', { name: 'Comment actions' }).last().click();
  await expect(sams.getByRole('menuitem')).toHaveText(['Report', 'Hide author']);
  await expect(sams.getByRole('menu')).toBeFocused();
  await sams.keyboard.press('Escape');
  await act(sams, 'Comment actions', 'Edit');
  await sams.getByLabel('Edit your comment').fill('I *really* think so');
  await sams.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(comments(sams).first()).toContainText('I really think so');
  await expect(comments(sams).first()).toContainText('edited');

  const noras = await pageOf(nora);
  await noras.goto(`/app/community?q=${word}`);
  await expect(cards(noras)).toContainText('2 comments');
  await cards(noras).getByRole('link').click();
  await act(noras, 'Comment actions', 'Remove', 1);
  await noras.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(comments(noras)).toHaveCount(1);

  await act(sams, 'Comment actions', 'Delete');
  await sams.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(sams.getByText('No comments yet.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Comments', exact: true })).toBeVisible();
});

test('a reader reports a prompt and hides its author, then unhides them on the account page', async ({
  page,
  me,
  request,
}) => {
  const word = rareWord();
  const [nora, olga] = [await createUser(request, 'Nora'), await createUser(request, 'Olga')];
  const shown = { title: `Theirs ${word}`, content: 'x', is_public: true };
  await nora.api.prompt(shown);
  const other = await olga.api.prompt({ ...shown, title: `Other ${word}` });
  expect((await nora.api.post('comments', { prompt_id: other, body: 'By Nora' })).status).toBe(201);
  await page.goto(`/app/community?q=${word}`);
  await act(page, `More about Theirs ${word}`, 'Report');
  const dialog = page.getByRole('dialog', { name: 'Report this prompt' });
  await dialog.getByLabel("What's wrong?").selectOption("Someone else's work");
  await dialog.getByLabel('Details (optional)').fill('From my book');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(page.getByText('Reported. Thank you.')).toBeVisible();
  expect(await me.api.rows('reports?select=reason,note')).toEqual([
    { reason: 'rights', note: 'From my book' },
  ]);
  await act(page, `More about Theirs ${word}`, 'Report');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(dialog.getByText('You have reported this already.')).toBeVisible();
  await page.keyboard.press('Escape');

  await act(page, `More about Theirs ${word}`, 'Hide author');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hide author' }).click();
  await expect(page.getByText('Nora is hidden')).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await cards(page).getByRole('link').click();
  await expect(page.getByText('All comments are by authors you hid.')).toBeVisible();

  await page.goto('/app/account');
  await page.getByRole('button', { name: 'Unhide Nora' }).click();
  await expect(page.getByText('No hidden authors.')).toBeVisible();
  await page.goto(`/app/community?q=${word}`);
  await expect(cards(page)).toHaveCount(2);
});

test('a fork merges changes of its source without losing its own', async ({
  page,
  me,
  request,
}) => {
  const word = rareWord();
  const nora = await createUser(request, 'Nora');
  const lines = (first: string, second: string, third: string) =>
    `${first} line\n\n${second} line\n\n${third} line`;
  const source = await nora.api.prompt({
    title: word,
    content: lines('First', 'Second', 'Third'),
    is_public: true,
  });
  const fork = await me.api.prompt({
    title: `${word} (Fork)`,
    content: lines('First', 'My second', 'Third'),
    forked_from: source,
  });
  await page.goto(`/app/prompts/${fork}`);
  await expect(page.getByRole('complementary', { name: 'About this prompt' })).toContainText(
    `${word}, version 1`,
  );
  await expect(page.getByRole('region', { name: 'The source has changed' })).toHaveCount(0);

  await nora.api.patch(`prompts?id=eq.${source}`, {
    content: lines('New first', 'Second', 'Third'),
  });
  await page.reload();
  const notice = page.getByRole('region', { name: 'The source has changed' });
  await expect(notice).toContainText('from version 1 to version 2');
  await notice.getByRole('button', { name: 'Show changes' }).click();
  await expect(notice.locator('ins').first()).toContainText('New');
  await notice.getByRole('button', { name: 'Merge changes' }).click();
  const panel = page.getByRole('dialog', { name: 'Merge changes from the source' });
  await expect(panel.getByLabel('Merged title')).toHaveValue(`${word} (Fork)`);
  await expect(panel.getByLabel('Merged content')).toHaveValue(
    lines('New first', 'My second', 'Third'),
  );

  // The source changes again while the comparison is open: nothing is saved.
  await nora.api.patch(`prompts?id=eq.${source}`, {
    content: lines('New first', 'Second', 'New third'),
  });
  await panel.getByRole('button', { name: 'Save merged version' }).click();
  await expect(panel.getByRole('alert')).toContainText('Nothing was saved');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(notice).toContainText('to version 3');
  await notice.getByRole('button', { name: 'Merge changes' }).click();
  await expect(panel.getByLabel('Merged content')).toHaveValue(
    lines('New first', 'My second', 'New third'),
  );
  await panel.getByRole('button', { name: 'Save merged version' }).click();
  await expect(panel).toHaveCount(0);
  await expect(notice).toHaveCount(0);
  expect(
    await me.api.rows(`prompts?select=content,version,forked_from_version,is_public&id=eq.${fork}`),
  ).toEqual([
    {
      content: lines('New first', 'My second', 'New third'),
      version: 2,
      forked_from_version: 3,
      is_public: false,
    },
  ]);
  await page.goto(`/app/prompts/${source}`);
  await expect(page.getByRole('definition').filter({ hasText: /^once$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
});

test('publishing what looks like a secret or personal data is asked about', async ({
  page,
  me,
}) => {
  const random = 'a8Kd93mZqP0xLw72TrYvBn46HsGfJc15EuXo';
  const key = `sk-proj-${random}`;
  await page.goto('/app');
  await page.getByRole('button', { name: 'New Prompt' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  await panel.getByLabel('Title').fill('Release mail');
  await panel.getByLabel('Content').fill(`Write the mail\nwith ${key} in it`);
  const publish = panel.getByRole('switch', { name: 'Make Public' });
  const question = page.getByRole('alertdialog', { name: 'Publish this?' });
  await publish.click();
  await expect(question).toContainText('API key in the content, line 2');
  await expect(question.locator('mark')).toHaveText(key);
  await question.getByRole('button', { name: 'Go back' }).click();
  await expect(publish).not.toBeChecked();

  // Text typed after publishing was switched on is checked before it is sent.
  await panel.getByLabel('Content').fill('Write the mail');
  await publish.click();
  await expect(publish).toBeChecked();
  await panel.getByLabel('Content').fill('Write to mary.smith@acme-corp.co.uk');
  await panel.getByRole('button', { name: 'Create Prompt' }).click();
  await expect(question).toContainText('personal data');
  await question.getByRole('button', { name: 'Go back' }).click();
  expect(await me.api.rows(`prompts?select=id&user_id=eq.${me.id}`)).toEqual([]);
  await panel.getByRole('button', { name: 'Create Prompt' }).click();
  await question.getByRole('button', { name: 'Publish anyway' }).click();
  await expect(page.getByText('Prompt created successfully!')).toBeVisible();
  expect(await me.api.rows(`prompts?select=is_public&user_id=eq.${me.id}`)).toEqual([
    { is_public: true },
  ]);

  // Bulk publishing asks the same question.
  await me.api.prompt({ title: 'With a key', content: `Use ${key}` });
  await page.goto('/app/library');
  await mainLink(page, 'With a key').press('x');
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByRole('button', { name: 'More actions for the selection' }).click();
  await page.getByRole('menuitem', { name: 'Make public…' }).click();
  const many = page.getByRole('alertdialog', { name: 'Make 1 prompt public?' });
  await expect(many).toContainText('API key in the content, line 1 of “With a key”');
  await many.getByRole('button', { name: 'Go back' }).click();
  expect(await me.api.rows(`prompts?select=id&user_id=eq.${me.id}&is_public=is.true`)).toHaveLength(
    1,
  );
});

test('a shared link is copied, and its preview has title and description', async ({
  page,
  me,
  request,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const word = rareWord();
  const id = await me.api.prompt({
    title: `${word} "quoted" <b>`,
    description: 'What it is for',
    content: 'x',
    is_public: true,
  });
  const closed = await me.api.prompt({ title: 'Closed', content: 'x' });
  await page.goto(`/app/prompts/${id}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Sharing link copied to clipboard!')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname).toBe(`/p/${id}`);
  const response = await request.get(link);
  expect(response.status()).toBe(200);
  const html = await response.text();
  expect(html).toContain(`<title>${word} &quot;quoted&quot; &lt;b&gt; · Cuebook</title>`);
  expect(html).toContain('<meta property="og:description" content="What it is for">');
  const image = /<meta property="og:image" content="([^"]*)">/.exec(html)?.[1] ?? '';
  const picture = await request.get(new URL(image).pathname);
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  const found = await request.get(`/explore?q=${word}`);
  expect(await found.text()).toContain(`href="/p/${id}"`);
  const [first, second] = [await request.get(`/p/${closed}`), await request.get('/p/nothing')];
  expect([first.status(), second.status()]).toEqual([404, 404]);
  expect(await first.text()).toBe(await second.text());
});

test("a comment's draft survives a reload, sending, and a prompt made private", async ({
  page,
  me,
  request,
}) => {
  expect(me.name).toBe('Mary');
  const nora = await createUser(request, 'Nora');
  const id = await nora.api.prompt({ title: 'Talked about', content: 'x', is_public: true });
  const box = page.getByLabel('Add a comment');
  // Without a live connection, the page doesn't know that the prompt was made private.
  await refuseLiveChanges(page);
  await page.goto(`/app/prompts/${id}`);
  await box.fill('Half-written');
  await page.reload();
  await expect(page.getByText('Half-written')).toBeVisible();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(box).toHaveValue('Half-written');

  const line = Promise.withResolvers<void>();
  await page.route(/\/rest\/v1\/comments/, async (route) => {
    await line.promise;
    await route.continue();
  });
  const sent = page.waitForRequest(/\/rest\/v1\/comments/);
  await box.press('Control+Enter');
  await sent;
  await box.fill('And one thing more');
  line.resolve();
  await expect(comments(page)).toHaveText(/Half-written/);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(box).toHaveValue('And one thing more');
  await page.unroute(/\/rest\/v1\/comments/);

  await act(page, 'Comment actions', 'Edit');
  await page.getByLabel('Edit your comment').fill('Written better');
  await page.reload();
  await act(page, 'Comment actions', 'Edit');
  await comments(page).getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Edit your comment')).toHaveCount(0);
  await expect(comments(page)).toHaveText(/Written better/);

  await nora.api.patch(`prompts?id=eq.${id}`, { is_public: false });
  await box.fill('Too late');
  await box.press('Control+Enter');
  await expect(page.getByText('It was made private or deleted meanwhile')).toBeVisible();
  await expect(box).toHaveValue('Too late');
});
