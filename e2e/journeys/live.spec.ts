import type { Page, WebSocketRoute } from '@playwright/test';
import { mainLink } from '../fixtures/main-link.ts';
import { expectContent } from '../fixtures/prompt-content.ts';
import { createUser, type SignedInUser } from '../fixtures/signed-in-user.ts';
import { expect, test, userTest } from '../fixtures/test.ts';

/*
 * Changes appear while one looks: those of another tab or device, and of other people. A `show`
 * resolves once the page follows changes.
 */

/** Opens a page and waits until the server streams changes to it. */
async function show(page: Page, path: string): Promise<void> {
  const streaming = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) =>
        String(payload).includes('Subscribed to PostgreSQL'),
      ),
    );
  await page.goto(path);
  await streaming;
}

const form = (page: Page) => page.getByRole('dialog', { name: 'Edit Prompt' });

test('lists of prompts, favourites, groups and chains show what another device changes', async ({
  page,
  me,
}) => {
  const id = await me.api.prompt({ title: 'Recipe', content: 'Take eggs.' });
  const visit = async (name: string) => {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name, exact: true })
      .click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  };
  const shown = (name: string) => page.getByRole('main').getByText(name, { exact: true });
  await show(page, '/app/library');
  await me.api.prompt({ title: 'Menu', content: 'Three courses' });
  await expect(mainLink(page, 'Menu')).toBeVisible();
  await me.api.patch(`prompts?id=eq.${id}`, { title: 'Cake' });
  await expect(mainLink(page, 'Cake')).toBeVisible();
  await me.api.patch(`prompts?id=eq.${id}`, { deleted_at: new Date().toISOString() });
  await expect(mainLink(page, 'Cake')).toBeHidden();

  await visit('Favourites');
  const [menu] = await me.api.rows<{ id: string }>('prompts?select=id&title=eq.Menu');
  await me.api.insert('favorites', [{ prompt_id: menu?.id }]);
  await expect(mainLink(page, 'Menu')).toBeVisible();

  await visit('Groups');
  const group = await me.api.group('Kitchen');
  await expect(shown('Kitchen')).toBeVisible();
  await me.api.patch(`groups?id=eq.${group}`, { name: 'Bakery' });
  await expect(shown('Bakery')).toBeVisible();

  await visit('Chains');
  const [chain] = await me.api.insert('chains', [{ title: 'Dinner' }]);
  await expect(shown('Dinner')).toBeVisible();
  await me.api.remove(`chains?id=eq.${chain}`);
  await expect(shown('Dinner')).toBeHidden();
});

test('a row under the pointer stays where it is until the pointer leaves', async ({ page, me }) => {
  await me.api.prompt({ title: 'First', content: 'x' });
  await show(page, '/app/library');
  const row = mainLink(page, 'First');
  await row.hover();
  const before = await row.boundingBox();
  await me.api.prompt({ title: 'Second', content: 'x' });
  await expect(page.getByText('Your library has changed.')).toBeVisible();
  expect(await row.boundingBox()).toEqual(before);
  await expect(mainLink(page, 'Second')).toBeHidden();
  await page.getByRole('button', { name: 'Update' }).hover();
  await expect(mainLink(page, 'Second')).toBeVisible();
  await expect(page.getByText('Your library has changed.')).toBeHidden();
});

test('files and uses of a prompt follow another tab', async ({ page, me, pageOf }) => {
  const id = await me.api.prompt({ title: 'Recipe', content: 'Take eggs.' });
  await show(page, `/app/prompts/${id}`);
  const other = await pageOf(me);
  await other.goto(`/app/prompts/${id}`);
  await other
    .getByLabel(/Add files/)
    .setInputFiles({ name: 'brief.txt', mimeType: 'text/plain', buffer: Buffer.from('Brief') });
  await expect(page.getByRole('link', { name: 'brief.txt' })).toBeVisible();
  await other.getByRole('button', { name: 'Actions for brief.txt' }).click();
  await other.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(page.getByRole('link', { name: 'brief.txt' })).toBeHidden();
  await me.api.insert('prompt_uses', [{ prompt_id: id }]);
  await expect(page.getByText('Last used')).toBeVisible();
});

test('a form follows until something is typed, and then says that there is a newer version', async ({
  page,
  me,
}) => {
  const id = await me.api.prompt({ title: 'Recipe', content: 'Take eggs.' });
  await show(page, `/app/prompts/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const content = form(page).getByLabel('Content');
  await me.api.patch(`prompts?id=eq.${id}`, { content: 'Take two eggs.' });
  await expectContent(content, 'Take two eggs.');
  await form(page).getByLabel('Title').fill('Cake');
  await me.api.patch(`prompts?id=eq.${id}`, { content: 'Take six eggs.' });
  await expect(form(page).getByText(/^You changed this prompt in another tab/)).toBeVisible();
  await expectContent(content, 'Take two eggs.');
  await expect(form(page).getByLabel('Title')).toHaveValue('Cake');
  await form(page).getByRole('button', { name: 'Compare' }).click();
  const merge = page.getByRole('dialog', { name: 'This prompt was changed in another tab' });
  await merge.getByRole('button', { name: 'Save merged version' }).click();
  await expect(page.getByText('Prompt updated successfully!')).toBeVisible();
  expect(await me.api.rows(`prompts?select=title,content&id=eq.${id}`)).toEqual([
    { title: 'Cake', content: 'Take six eggs.' },
  ]);
});

userTest(
  "another person's comments, changes and the end of a prompt appear",
  async ({ page, request }) => {
    const ben = await createUser(request, 'Ben');
    const id = await ben.api.prompt({ title: 'Bread', content: 'Take flour.', is_public: true });
    await show(page, `/app/prompts/${id}`);
    const comments = page.getByRole('list', { name: 'Comments' });
    await expect(page.getByText('No comments yet.')).toBeVisible();
    const typed = page.getByLabel('Add a comment');
    await typed.fill('My own thought');
    const [comment] = await ben.api.insert('comments', [{ prompt_id: id, body: 'Use rye' }]);
    await expect(comments.getByText('Use rye')).toBeVisible();
    await ben.api.patch(`comments?id=eq.${comment}`, { body: 'Use spelt' });
    await expect(comments.getByText('Use spelt')).toBeVisible();
    await ben.api.remove(`comments?id=eq.${comment}`);
    await expect(page.getByText('No comments yet.')).toBeVisible();
    await expect(typed).toHaveValue('My own thought');
    await ben.api.patch(`prompts?id=eq.${id}`, { content: 'Take more flour.' });
    await expect(page.getByText('Take more flour.')).toBeVisible();
    await ben.api.patch(`prompts?id=eq.${id}`, { is_public: false });
    await expect(page.getByText(/you may not have permission to see it/)).toBeVisible();
    await expect(page.getByText('Take more flour.')).toBeHidden();
  },
);

/** Puts both into a team, in which they may change each other's prompts. */
async function shareTeam(owner: SignedInUser, member: SignedInUser): Promise<string> {
  const [team = ''] = await owner.api.insert('teams', [{ name: 'Cooks' }]);
  const invited = await owner.api.call('invite_to_team', {
    team_id: team,
    email: member.email,
    role: 'editor',
  });
  expect(invited.status, JSON.stringify(invited.body)).toBe(200);
  const { id } = invited.body as { id: string };
  expect((await member.api.call('accept_team_invitation', { id })).status).toBe(200);
  return team;
}

test('two people see each other edit one prompt', async ({ page, me, pageOf, request }) => {
  const ben = await createUser(request, 'Ben');
  const team = await shareTeam(me, ben);
  const [id] = await me.api.insert('prompts', [
    { title: 'Recipe', content: 'Take eggs.', team_id: team },
  ]);
  const other = await pageOf(ben);
  await show(page, `/app/prompts/${id}`);
  await show(other, `/app/prompts/${id}/edit`);
  await expect(page.getByText('Ben is editing.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(form(page).getByText('Ben is editing.')).toBeVisible();
  await expect(other.getByText('Mary is editing.')).toBeVisible();
  await other.getByRole('button', { name: 'Back' }).click();
  await expect(form(page).getByText('Ben is editing.')).toBeHidden();
});

test('an open page of a member follows a chain of the team, and a lost role ends its controls', async ({
  page,
  me,
  request,
}) => {
  const ann = await createUser(request, 'Ann');
  const team = await shareTeam(ann, me);
  const prompt = await ann.api.prompt({
    title: 'Shop',
    content: 'List what to buy',
    team_id: team,
  });
  const id = await ann.api.chain({ title: 'Dinner', prompt_ids: [prompt], team_id: team });
  await show(page, `/app/chains/${id}`);
  const edit = page.getByRole('link', { name: 'Edit Chain' });
  await expect(page.getByText('List what to buy')).toBeVisible();
  await expect(edit).toBeVisible();
  await ann.api.patch(`chains?id=eq.${id}`, { title: 'Supper' });
  await expect(page.getByRole('heading', { name: 'Supper', level: 1 })).toBeVisible();
  await ann.api.patch(`team_members?user_id=eq.${me.id}`, { role: 'viewer' });
  await expect(edit).toBeHidden();
  await expect(page.getByRole('button', { name: 'Run Chain' })).toBeVisible();
  await ann.api.remove(`chains?id=eq.${id}`);
  await expect(page).toHaveURL(/\/app\/chains$/);
});

userTest(
  'a fork that is being written stays open when its source is made private',
  async ({ page, request }) => {
    const nora = await createUser(request, 'Nora');
    const id = await nora.api.prompt({ title: 'Open door', content: 'Come in', is_public: true });
    await show(page, `/app/prompts/${id}`);
    await page.getByRole('button', { name: 'Fork Prompt', exact: true }).click();
    const fork = page.getByRole('dialog', { name: 'Fork Prompt' });
    await fork.getByLabel('Title').fill('My own words');
    const refetched = page.waitForResponse(
      async (response) =>
        response.url().includes(`id=eq.${id}`) && (await response.text()) === '[]',
    );
    await nora.api.patch(`prompts?id=eq.${id}`, { is_public: false });
    await refetched;
    await expect(fork.getByLabel('Title')).toHaveValue('My own words');
    await fork.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Error loading prompt', { exact: true })).toBeVisible();
  },
);

/** Holds the page's joins of a topic back. Returns how to send each, once the page has asked. */
async function holdJoins(page: Page, topic: string): Promise<readonly (() => void)[]> {
  const joins: (() => void)[] = [];
  await page.routeWebSocket(/\/realtime\/v1\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const isJoin = /phx_join/.test(String(message)) && String(message).includes(`:${topic}:`);
      if (isJoin) joins.push(() => server.send(message));
      else server.send(message);
    });
  });
  return joins;
}

test('what is added before the page follows changes appears, in its list and its count', async ({
  page,
  me,
}) => {
  await me.api.prompt({ title: 'Recipe', content: 'Take eggs.' });
  const joins = await holdJoins(page, 'user');
  await page.goto('/app/library');
  await expect.poll(() => joins.length).toBe(1);
  await expect(page.getByText('1 prompt', { exact: true })).toBeVisible();
  await me.api.prompt({ title: 'Menu', content: 'Three courses' });
  joins[0]?.();
  await expect(mainLink(page, 'Menu')).toBeVisible();
  await expect(page.getByText('2 prompts', { exact: true })).toBeVisible();
});

test('what is added before the page follows changes appears on a page that was left before', async ({
  page,
  me,
}) => {
  await me.api.prompt({ title: 'Recipe', content: 'Take eggs.' });
  const joins = await holdJoins(page, 'user');
  const visit = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
  await page.goto('/app/library');
  await expect(mainLink(page, 'Recipe')).toBeVisible();
  await expect.poll(() => joins.length).toBe(1);
  await visit('Groups');
  await expect(page.getByRole('heading', { name: 'Groups', level: 1 })).toBeVisible();
  await me.api.prompt({ title: 'Menu', content: 'Three courses' });
  const refetched = page.waitForResponse(/\/rest\/v1\/groups\?/);
  joins[0]?.();
  await refetched;
  await visit('Library');
  await expect(mainLink(page, 'Menu')).toBeVisible();
});

test('an open chain shows a prompt as another device changes it', async ({ page, me }) => {
  const prompt = await me.api.prompt({ title: 'Shop', content: 'List what to buy' });
  const id = await me.api.chain({ title: 'Dinner', prompt_ids: [prompt] });
  await show(page, `/app/chains/${id}`);
  await expect(page.getByText('List what to buy')).toBeVisible();
  // By the second change, the page has read what it was told before.
  for (const content of ['List what to cook', 'List what to bake']) {
    await me.api.patch(`prompts?id=eq.${prompt}`, { content });
    await expect(page.getByText(content)).toBeVisible();
  }
});

test('comments that are written and deleted before the page follows them are shown so', async ({
  page,
  me,
  request,
}) => {
  const id = await me.api.prompt({ title: 'Bread', content: 'Take flour.', is_public: true });
  const ben = await createUser(request, 'Ben');
  const joins = await holdJoins(page, 'comments');
  await page.goto(`/app/prompts/${id}`);
  await expect.poll(() => joins.length).toBe(1);
  const [comment] = await ben.api.insert('comments', [{ prompt_id: id, body: 'Use rye' }]);
  joins[0]?.();
  await expect(page.getByRole('list', { name: 'Comments' }).getByText('Use rye')).toBeVisible();
  await page.reload();
  await expect.poll(() => joins.length).toBe(2);
  await expect(page.getByRole('list', { name: 'Comments' }).getByText('Use rye')).toBeVisible();
  await ben.api.remove(`comments?id=eq.${comment}`);
  joins[1]?.();
  await expect(page.getByText('No comments yet.')).toBeVisible();
});

test('after a lost connection, what was missed appears', async ({ page, me }) => {
  let isDown = false;
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/realtime\/v1\//, (socket) => {
    if (isDown) void socket.close({ code: 1011 });
    else socket.connectToServer();
    sockets.push(socket);
  });
  await page.goto('/app/library');
  const open = mainLink(page, 'Seen');
  await expect.poll(() => sockets.length).toBe(1);
  await expect(async () => {
    await me.api.prompt({ title: 'Seen', content: 'x' });
    await expect(open.first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  isDown = true;
  await sockets[0]?.close({ code: 1011 });
  // By then the page has read what it was told before.
  await expect.poll(() => sockets.length).toBeGreaterThan(2);
  await me.api.prompt({ title: 'Missed', content: 'x' });
  await expect.poll(() => sockets.length).toBeGreaterThan(3);
  await expect(mainLink(page, 'Missed')).toBeHidden();
  isDown = false;
  await expect(mainLink(page, 'Missed')).toBeVisible();
});

test('an open page of an account that another device deletes ends, and says so', async ({
  page,
  me,
}) => {
  await show(page, '/app/library');
  expect((await me.api.call('delete_user_account', {})).status).toBeLessThan(300);
  await expect(page).toHaveURL(/\/signin$/);
  await expect(page.getByText(/^Your account was deleted on another device/)).toBeVisible();
});

test('pages of visitors open no connection', async ({ me, pageOf }) => {
  const id = await me.api.prompt({ title: 'Open', content: 'x', is_public: true });
  const visitor = await pageOf(null);
  const opened: string[] = [];
  visitor.on('websocket', (socket) => opened.push(socket.url()));
  await visitor.goto(`/p/${id}`, { waitUntil: 'networkidle' });
  await visitor.goto('/signin', { waitUntil: 'networkidle' });
  expect(opened).toEqual([]);
});
