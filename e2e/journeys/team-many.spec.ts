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

test("an editor changes many prompts of a team, and leaves alone what is others'", async ({
  page,
  me,
  request,
}) => {
  const ann = await createUser(request, 'Ann');
  const [team = ''] = await ann.api.insert('teams', [{ name: 'Cooks' }]);
  const { body } = await ann.api.call('invite_to_team', {
    team_id: team,
    email: me.email,
    role: 'editor',
  });
  const { id } = body as { id: string };
  expect((await me.api.call('accept_team_invitation', { id })).status).toBe(200);
  await ann.api.insert('groups', [{ name: 'Mail', team_id: team }]);
  await write(ann, team, ['White tea', 'Green tea', 'Black tea']);
  await write(me, team, ['Soup', 'Rye bread']);
  const inTeam = (query: string) =>
    me.api.rows<{ title: string }>(`prompts?team_id=eq.${team}&select=title&order=title&${query}`);

  await page.goto(`/app/teams/${team}`);
  await mainLink(page, 'Green tea').press('x');
  await expect(row(page, 'Green tea')).toBeChecked();
  await row(page, 'Soup').click();
  await expect(bar(page)).toContainText('2 prompts selected');

  await bar(page).getByRole('button', { name: 'Move' }).click();
  await page.getByLabel('Group', { exact: true }).selectOption('Mail');
  await page.getByRole('button', { name: 'Move 2 prompts' }).click();
  await expect(page.getByText('2 prompts moved to “Mail”')).toBeVisible();
  expect(await inTeam('group_id=not.is.null')).toEqual([{ title: 'Green tea' }, { title: 'Soup' }]);
  await undo(page, '2 prompts moved to “Mail”');
  await expect(page.getByText('2 prompts changed back')).toBeVisible();
  expect(await inTeam('group_id=not.is.null')).toEqual([]);

  await page.getByRole('searchbox', { name: 'Search this team' }).fill('tea tag:drink');
  await bar(page).getByRole('button', { name: 'Select all matches' }).click();
  await expect(bar(page)).toContainText('5 prompts selected');
  await bar(page).getByRole('button', { name: 'Tag' }).click();
  await page.getByLabel('Add tags').fill('hot');
  await page.getByRole('button', { name: 'Change 5 prompts' }).click();
  await expect(page.getByText('5 prompts retagged')).toBeVisible();
  expect(await inTeam('tags=cs.{hot}')).toHaveLength(5);

  await more(page, 'Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete 2 prompts?' });
  await expect(question).toContainText(
    '2 of the 5 prompts are yours. Only its owner deletes a prompt, so the others stay as they are.',
  );
  await question.getByRole('button', { name: 'Delete 2 prompts' }).click();
  await expect(page.getByText('2 prompts deleted')).toBeVisible();
  expect(await inTeam('deleted_at=is.null')).toHaveLength(3);
  await undo(page, '2 prompts deleted');
  await expect(page.getByText('2 prompts changed back')).toBeVisible();

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
