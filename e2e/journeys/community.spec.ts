import { expectAccessible } from '../fixtures/accessible.ts';
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { linkMailedTo } from '../fixtures/mailbox.ts';
import { createUser, type SignedInUser } from '../fixtures/signed-in-user.ts';
import { expectContent } from '../fixtures/prompt-content.ts';
import { expect, test } from '../fixtures/test.ts';
import { publishableKey } from '../fixtures/rest-client.ts';
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

test('public prompts are ordered by age, points and trend', async ({ page, me, request }) => {
  const word = rareWord();
  const [nora, olga] = [await createUser(request, 'Nora'), await createUser(request, 'Olga')];
  const common = { content: 'x', description: `About ${word}`, is_public: true };
  const loved = await nora.api.prompt({ ...common, title: 'Loved' });
  const liked = await nora.api.prompt({ ...common, title: 'Liked' });
  await nora.api.prompt({ ...common, title: 'New' });
  await nora.api.prompt({ title: 'Hidden', content: 'x', description: `About ${word}` });
  await favour(olga, loved);
  await favour(me, loved);
  await favour(me, liked);

  await page.goto('/app/community');
  await search(page).fill(word.toUpperCase());
  await expect(cards(page)).toHaveCount(3);
  await expect.poll(() => titles(page)).toEqual(['New', 'Liked', 'Loved']);
  await expect(cards(page).filter({ hasText: 'Loved' })).toContainText('2 favourites');
  await expect(cards(page).first()).toContainText('Nora');

  await order(page, 'Top');
  await expect.poll(() => titles(page)).toEqual(['Loved', 'Liked', 'New']);
  await order(page, 'Trending');
  await expect(page).toHaveURL(/order=trending/);
  await page.reload();
  await expect(cards(page)).toHaveCount(3);
  await expect(cards(page).first()).toContainText('Loved');
  await expect(search(page)).toHaveValue(word.toUpperCase());

  await page.getByRole('radio', { name: 'List' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio', { name: 'List' })).toBeChecked();
  await cards(page).getByRole('link', { name: 'Liked' }).click();
  await expect(page).toHaveURL(new RegExp(`/app/prompts/${liked}$`));
});

test('an author is shown by name and picture, as Anonymous without a name, and the product as itself', async ({
  page,
  me,
  request,
}) => {
  const word = rareWord();
  const nameless = await createUser(request, 'Nameless');
  const { access_token: token } = JSON.parse(nameless.session) as { access_token: string };
  const renamed = await request.put('/auth/v1/user', {
    headers: { apikey: publishableKey(), authorization: `Bearer ${token}` },
    data: { data: { full_name: '' } },
  });
  expect(renamed.status()).toBe(200);
  await nameless.api.prompt({ title: `Masked ${word}`, content: 'x', is_public: true });
  await me.api.prompt({ title: `Official ${word}`, content: 'x', is_public: true });
  const impostor = await createUser(request, 'The house');
  await impostor.api.prompt({ title: `Claimed ${word}`, content: 'x', is_public: true });
  const config = (await (await request.get('/config.json')).json()) as { brand: object };
  const brand = { ...config.brand, officialAccount: { id: me.id, name: 'The house' } };
  await page.route('**/config.json', (route) => route.fulfill({ json: { ...config, brand } }));
  await page.goto('/app/community');
  await search(page).fill(word);
  await expect(cards(page).filter({ hasText: 'Masked' })).toContainText('Anonymous');
  const official = cards(page).filter({ hasText: 'Official' });
  await expect(official).toContainText('The house');
  await expect(official).not.toContainText(me.name);
  // The product's mark, not a letter.
  await expect(official.getByText('The house').locator('..').locator('svg')).toBeVisible();
  await expect(official.getByText('T', { exact: true })).toHaveCount(0);
  await expect(official.getByText('Official', { exact: true })).toBeVisible();
  const claimed = cards(page).filter({ hasText: 'Claimed' });
  await expect(claimed).toContainText('The house');
  await expect(claimed.getByText('Official', { exact: true })).toHaveCount(0);
});

test('the feed loads to its end', async ({ page, me }) => {
  const word = rareWord();
  const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
  await me.api.insert(
    'prompts',
    numbers.map((number) => ({
      title: `Page ${number} of ${word}`,
      content: 'x',
      is_public: true,
    })),
  );
  await page.goto('/app/community');
  await search(page).fill(word);
  await expect(async () => {
    await page.keyboard.press('End');
    await page.mouse.wheel(0, 5_000);
    await expect(cards(page)).toHaveCount(60, { timeout: 500 });
  }).toPass();
  expect(new Set(await titles(page)).size).toBe(60);
});

test('a star counts at once, for everyone', async ({ page, me, request }) => {
  const word = rareWord();
  const nora = await createUser(request, 'Nora');
  const id = await nora.api.prompt({ title: word, content: 'x', is_public: true });
  await page.goto('/app/community');
  await search(page).fill(word);
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('0 favourites');
  await page.getByRole('button', { name: `Favourite ${word}` }).click();
  await expect(page.getByText('Added to favorites')).toBeVisible();
  await expect(cards(page)).toContainText('1 favourite');
  expect(await nora.api.rows(`prompt_details_v?select=favorites_count&id=eq.${id}`)).toEqual([
    { favorites_count: 1 },
  ]);
  expect(await me.api.rows('favorites?select=prompt_id')).toEqual([{ prompt_id: id }]);
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
  });
  await page.goto('/app/community');
  await search(page).fill(word);
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

test('a feed that fails to load offers a retry, which reloads it', async ({ page, me }) => {
  const word = rareWord();
  await me.api.prompt({ title: word, content: 'x', is_public: true });
  await page.route(/rpc\/community_feed/, (route) =>
    route.fulfill({
      status: 400,
      json: { message: 'The feed rests.', hint: 'Wake it.', code: 'P0001' },
    }),
  );
  await page.goto(`/app/community?q=${word}`);
  await expect(page.getByText('Error loading prompts', { exact: true })).toBeVisible();
  await expect(page.getByText('The feed rests. Wake it.')).toBeVisible();
  await page.unroute(/rpc\/community_feed/);
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Try Again', exact: true }).click();
  await reloaded;
  await expect(cards(page)).toHaveText(new RegExp(word));
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
  for (const id of [closed, randomUUID(), 'no-uuid']) {
    await page.goto(`/p/${id}`);
    await expect(page.getByText('Prompt not found', { exact: true })).toBeVisible();
    await expect(page.getByText('Closed text')).toHaveCount(0);
  }
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
