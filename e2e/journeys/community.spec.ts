import { expectAccessible } from '../fixtures/accessible.ts';
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { linkMailedTo } from '../fixtures/mailbox.ts';
import { createUser, type SignedInUser } from '../fixtures/signed-in-user.ts';
import { expectContent } from '../fixtures/prompt-content.ts';
import { expect, test } from '../fixtures/test.ts';
import { rareWord } from '../fixtures/words.ts';

const cards = (page: Page) =>
  page.getByRole('list', { name: 'Public prompts' }).getByRole('listitem');
const titles = (page: Page) => cards(page).getByRole('heading').allTextContents();
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search public prompts' });

async function order(page: Page, name: 'Latest' | 'Trending' | 'Top'): Promise<void> {
  await page.getByRole('group', { name: 'Order' }).getByText(name).click();
}

async function favour({ api }: SignedInUser, prompt: string): Promise<void> {
  expect((await api.post('favorites', { prompt_id: prompt })).status).toBe(201);
}

test('public prompts are ordered by age, points and trend, and a star counts at once', async ({
  page,
  me,
  request,
}) => {
  const word = rareWord();
  const nora = await createUser(request, 'Nora');
  const common = { content: 'x', description: `About ${word}`, is_public: true };
  const loved = await nora.api.prompt({ ...common, title: 'Loved' });
  const liked = await nora.api.prompt({ ...common, title: 'Liked', tags: ['two'] });
  await nora.api.prompt({ ...common, title: 'New' });
  await nora.api.prompt({ title: 'Hidden', content: 'x', description: `About ${word}` });
  await favour(await createUser(request, 'Olga'), loved);
  await favour(me, liked);

  // A feed that fails to load is loaded again with its page.
  await page.route(/rpc\/community_feed/, (route) =>
    route.fulfill({
      status: 400,
      json: { message: 'The feed rests.', hint: 'Wake it.', code: 'P0001' },
    }),
  );
  await page.goto(`/app/community?q=${word.toUpperCase()}`);
  await expect(page.getByText('The feed rests. Wake it.')).toBeVisible();
  await page.unroute(/rpc\/community_feed/);
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Try Again', exact: true }).click();
  await reloaded;
  await expect.poll(() => titles(page)).toEqual(['New', 'Liked', 'Loved']);
  await expect(cards(page).first()).toContainText('Nora');
  const star = cards(page).filter({ hasText: 'Loved' });
  await expect(star).toContainText('1 favourite');
  await page.getByRole('button', { name: 'Favourite Loved' }).click();
  await expect(star).toContainText('2 favourites');
  await expect
    .poll(() => nora.api.rows(`prompt_details_v?select=favorites_count&id=eq.${loved}`))
    .toEqual([{ favorites_count: 2 }]);

  await order(page, 'Top');
  await expect.poll(() => titles(page)).toEqual(['Loved', 'Liked', 'New']);
  await order(page, 'Trending');
  await expect(page).toHaveURL(/order=trending/);
  await page.reload();
  await expect(cards(page)).toHaveCount(3);
  await expect(cards(page).first()).toContainText('Loved');
  await expect(search(page)).toHaveValue(word.toUpperCase());

  await page.getByRole('button', { name: 'Filter by #two' }).click();
  await expect(page).toHaveURL(/order=trending.*tag=two/);
  await expect(cards(page)).toHaveCount(1);

  await page.getByRole('radio', { name: 'List' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio', { name: 'List' })).toBeChecked();
  await cards(page).getByRole('link', { name: 'Liked' }).click();
  await expect(page).toHaveURL(new RegExp(`/app/prompts/${liked}$`));
});

test('a fork remembers its source and says when the source has changed', async ({
  page,
  me,
  request,
}) => {
  const word = rareWord();
  const nora = await createUser(request, 'Nora');
  const source = await nora.api.prompt({
    title: word,
    content: 'A long text. '.repeat(100),
    tags: ['one', 'two'],
    is_public: true,
    group_id: await nora.api.group('Secret clients'),
  });
  await page.goto(`/app/prompts/${source}`);
  await expect(page.getByText('Nora')).toBeVisible();
  await expect(page.getByText('Secret clients')).toHaveCount(0);
  await page.goto(`/app/community?q=${word}`);
  await page.getByRole('button', { name: `Fork ${word}` }).click();
  const panel = page.getByRole('dialog', { name: 'Fork Prompt' });
  await expect(panel.getByLabel('Title')).toHaveValue(`${word} (Fork)`);
  await expectContent(panel.getByLabel('Content'), 'A long text. '.repeat(100));
  await expect(panel.getByRole('switch', { name: 'Make Public' })).not.toBeChecked();
  await panel.getByRole('button', { name: 'Fork Prompt' }).click();
  await expect(page.getByText('Prompt forked successfully!')).toBeVisible();
  await expect(page.getByRole('heading', { name: `${word} (Fork)` })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'About this prompt' })).toContainText(
    `${word}, version 1`,
  );
  expect(
    await me.api.rows(
      'prompts?select=title,content,tags,is_public,forked_from,forked_from_version,version&is_public=is.false',
    ),
  ).toEqual([
    {
      title: `${word} (Fork)`,
      content: 'A long text. '.repeat(100),
      tags: ['one', 'two'],
      is_public: false,
      forked_from: source,
      forked_from_version: 1,
      version: 1,
    },
  ]);
  await nora.api.patch(`prompts?id=eq.${source}`, { content: 'Another text' });
  await page.reload();
  await expect(page.getByRole('complementary', { name: 'About this prompt' })).toContainText(
    'Now at version 2',
  );
});

test('a shared link is readable by anyone, and forking it leads through sign-in', async ({
  request,
  pageOf,
}) => {
  const word = rareWord();
  const nora = await createUser(request, 'Nora');
  const reader = await createUser(request, 'Rita');
  const open = await nora.api.prompt({
    title: word,
    content: 'Open {{word}} text',
    is_public: true,
  });
  const closed = await nora.api.prompt({ title: 'Closed', content: 'Closed text' });
  const page = await pageOf(null);
  const answers = await Promise.all(
    [closed, randomUUID(), 'no-uuid'].map((id) => request.get(`/p/${id}`)),
  );
  expect(answers.map((answer) => answer.status())).toEqual([404, 404, 404]);
  const [missing, ...others] = await Promise.all(answers.map((answer) => answer.text()));
  expect(missing).toMatch(/Prompt not found/);
  expect(others).toEqual([missing, missing]);
  const picture = await request.get(`/p/${open}/preview.png`);
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  await page.goto(`/p/${open}`);
  await expect(page.getByRole('heading', { name: word })).toBeVisible();
  await expect(page.getByText('Nora')).toBeVisible();
  await expect(page.getByText('Open {{word}} text')).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByLabel('word').fill('<b>blue</b>');
  await expect(page.getByText('Open <b>blue</b> text')).toBeVisible();
  await page.getByLabel('word').press('Enter');
  await expect(page.getByText('Prompt copied to clipboard!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Open <b>blue</b> text');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sign in to fork' }).click();
  await expect(page).toHaveURL(/\/signin\?redirect=/);
  await page.getByLabel('Email').fill(reader.email);
  await page.getByLabel('Password', { exact: true }).fill(reader.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  const panel = page.getByRole('dialog', { name: 'Fork Prompt' });
  await expect(panel.getByLabel('Title')).toHaveValue(`${word} (Fork)`);
  await panel.getByRole('button', { name: 'Fork Prompt' }).click();
  await expect(page.getByRole('heading', { name: `${word} (Fork)` })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/prompts\//);
});

test('a visitor keeps a shared prompt: after signing up, it is in their library', async ({
  request,
  pageOf,
}) => {
  const word = rareWord();
  const nora = await createUser(request, 'Nora');
  await nora.api.prompt({ title: word, content: 'Keep {{word}}', tags: ['kept'], is_public: true });
  const page = await pageOf(null);
  await page.goto('/explore');
  const row = page.getByRole('listitem').filter({ hasText: word });
  await row.getByText('Read and fill in').click();
  await row.getByLabel('word').fill('this');
  await expect(row.getByText('Keep this')).toBeVisible();
  await row.getByRole('link', { name: word }).click();
  await page.getByRole('link', { name: 'Keep it in your library' }).click();

  const email = `${word.toLowerCase()}@example.com`;
  await page.getByLabel('Full name').fill('Vera');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Right-Pass-1');
  await page.getByLabel('Confirm password', { exact: true }).fill('Right-Pass-1');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL(/\/register-success/);
  await page.goto(await linkMailedTo(request, email));
  await expect(page.getByRole('heading', { level: 1, name: `${word} (Fork)` })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/prompts\//);
  // Only once.
  await page.goto('/app/library');
  await expect(page.getByRole('main').getByRole('link', { name: `${word} (Fork)` })).toHaveCount(1);
});
