import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { mainLink } from '../fixtures/main-link.ts';
import { createUser, type SignedInUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });
const row = (page: Page, title: string) => page.getByRole('checkbox', { name: title, exact: true });

async function more(page: Page, item: string): Promise<void> {
  await bar(page).getByRole('button', { name: 'More actions for the selection' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Undoes what the toast reports. Hovering it keeps it open. */
async function undo(page: Page, text: string): Promise<void> {
  const toast = page.getByRole('listitem').filter({ hasText: text });
  await toast.hover();
  await toast.getByRole('button', { name: 'Undo' }).click();
}

/** Stores prompts of the team; the first title is the newest. */
async function write({ api }: SignedInUser, team: string, titles: string[]): Promise<void> {
  for (const title of titles.toReversed()) {
    await api.insert('prompts', [{ title, content: 'tea', team_id: team, tags: ['drink'] }]);
  }
}

/** Opens a team's page, and waits until the server streams its changes. */
async function showTeam(page: Page, team: string): Promise<void> {
  let isStreaming = false;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = String(payload);
      isStreaming ||= text.includes(`team:${team}`) && text.includes('Subscribed to PostgreSQL');
    }),
  );
  const caughtUp = page.waitForResponse(
    (response) => isStreaming && response.url().includes('/rest/v1/prompts'),
  );
  await page.goto(`/app/teams/${team}`);
  await caughtUp;
}

test("an editor changes many prompts of a team, and leaves alone what is others'", async ({
  page,
  me,
  pageOf,
  request,
}) => {
  test.slow();
  const ben = await createUser(request, 'Ben');
  const [team = ''] = await me.api.insert('teams', [{ name: 'Cooks' }]);
  const { body } = await me.api.call('invite_to_team', {
    team_id: team,
    email: ben.email,
    role: 'editor',
  });
  const { id } = body as { id: string };
  expect((await ben.api.call('accept_team_invitation', { id })).status).toBe(200);
  await me.api.insert('groups', [{ name: 'Mail', team_id: team }]);
  await write(me, team, ['Green tea', 'Black tea']);
  await write(ben, team, ['Soup', 'Rye bread']);
  const inTeam = (query: string) =>
    me.api.rows<{ title: string }>(`prompts?team_id=eq.${team}&select=title&order=title&${query}`);

  const bens = await pageOf(ben);
  await showTeam(bens, team);
  await mainLink(bens, 'Green tea').press('x');
  await expect(row(bens, 'Green tea')).toBeChecked();
  await row(bens, 'Soup').click();
  await expect(bar(bens)).toContainText('2 prompts selected');

  // A team mate's new prompt waits while a row is in use, and the selection stays.
  await write(me, team, ['White tea']);
  await expect(bens.getByRole('button', { name: 'Update', exact: true })).toBeVisible();
  await expect(row(bens, 'White tea')).toBeHidden();
  await bens.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(row(bens, 'White tea')).not.toBeChecked();
  await expect(bar(bens)).toContainText('2 prompts selected');

  await bar(bens).getByRole('button', { name: 'Move' }).click();
  await bens.getByLabel('Group', { exact: true }).selectOption('Mail');
  await bens.getByRole('button', { name: 'Move 2 prompts' }).click();
  await expect(bens.getByText('2 prompts moved to “Mail”')).toBeVisible();
  expect(await inTeam('group_id=not.is.null')).toEqual([{ title: 'Green tea' }, { title: 'Soup' }]);
  await undo(bens, '2 prompts moved to “Mail”');
  await expect(bens.getByText('2 prompts changed back')).toBeVisible();
  expect(await inTeam('group_id=not.is.null')).toEqual([]);

  await bens.getByRole('searchbox', { name: 'Search this team' }).fill('tea tag:drink');
  await bar(bens).getByRole('button', { name: 'Select all matches' }).click();
  await expect(bar(bens)).toContainText('5 prompts selected');
  await bar(bens).getByRole('button', { name: 'Tag' }).click();
  await bens.getByLabel('Add tags').fill('hot');
  await bens.getByRole('button', { name: 'Change 5 prompts' }).click();
  await expect(bens.getByText('5 prompts retagged')).toBeVisible();
  expect(await inTeam('tags=cs.{hot}')).toHaveLength(5);

  await more(bens, 'Copy to My prompts');
  await expect(bens.getByText('5 prompts copied to My prompts')).toBeVisible();
  const copies = 'prompts?team_id=is.null&select=title&title=like.*(Fork)';
  expect(await ben.api.rows(copies)).toHaveLength(3);

  await more(bens, 'Export');
  const dialog = bens.getByRole('dialog', { name: 'Export 5 prompts' });
  const [download] = await Promise.all([
    bens.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  for (const title of ['Green tea', 'White tea', 'Rye bread']) expect(file).toContain(title);

  await more(bens, 'Delete');
  const question = bens.getByRole('alertdialog', { name: 'Delete 2 prompts?' });
  await expect(question).toContainText(
    '2 of the 5 prompts are yours. Only its owner deletes a prompt, so the others stay as they are.',
  );
  await question.getByRole('button', { name: 'Delete 2 prompts' }).click();
  await expect(bens.getByText('2 prompts deleted')).toBeVisible();
  expect(await inTeam('deleted_at=is.null')).toHaveLength(3);
  await undo(bens, '2 prompts deleted');
  await expect(bens.getByText('2 prompts changed back')).toBeVisible();

  // A right that is lost takes the selection with it, and no control to change anything stays.
  await bens.getByRole('button', { name: 'Select', exact: true }).click();
  await row(bens, 'Soup').click();
  await me.api.patch(`team_members?team_id=eq.${team}&user_id=eq.${ben.id}`, { role: 'viewer' });
  await expect(bar(bens)).toBeHidden();
  await expect(bens.getByRole('button', { name: 'Select', exact: true })).toBeHidden();
  await expect(bens.getByRole('button', { name: 'Copy Soup' })).toBeAttached();

  // Mary moves her own prompts to her library.
  await page.goto(`/app/teams/${team}`);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await row(page, 'Green tea').click();
  await row(page, 'Soup').click();
  await more(page, 'Move out of the team');
  await expect(page.getByText(/^1 of the 2 prompts is yours\./)).toBeVisible();
  await page.getByRole('button', { name: 'Move 1 prompt' }).click();
  await expect(page.getByText('1 prompt moved to My prompts')).toBeVisible();
  await expect(mainLink(page, 'Green tea')).toBeHidden();
  await expect(mainLink(page, 'Soup')).toBeVisible();

  // 'Back' leads to where a prompt was opened, past its form, or else to its team.
  const back = page.getByRole('link', { name: 'Back', exact: true });
  const soup = mainLink(page, 'Soup');
  await page.goto(`/app/teams/${team}`);
  await expect(soup).toBeVisible();
  // A slow page is clicked while it still shows what belongs to the address before.
  await soup.evaluate((link) => {
    const replace = history.replaceState.bind(history);
    history.replaceState = (...entry) => {
      history.replaceState = replace;
      replace(...entry);
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    };
  });
  await page.getByRole('searchbox', { name: 'Search this team' }).fill('tag:drink');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('link', { name: 'Open full page' }).click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await back.click();
  await expect(soup).toBeFocused();
  await expect(page.getByRole('searchbox', { name: 'Search this team' })).toHaveValue('tag:drink');
  await soup.click();
  await expect(page.getByRole('heading', { name: 'Soup', level: 1 })).toBeVisible();
  await page.reload();
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar.locator('[aria-current]')).toHaveText(['Teams', 'Cooks']);
  await back.click();
  await expect(page).toHaveURL(new RegExp(`/app/teams/${team}$`));
});
