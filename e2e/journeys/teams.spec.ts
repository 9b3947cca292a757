import type { Page, Request } from '@playwright/test';
import { linkMailedTo } from '../fixtures/mailbox.ts';
import { sendSignIn, sendSignUp, somebody } from '../fixtures/person.ts';
import { createUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';

const actionsOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Actions for ${name}` });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name });
const dialogButton = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true });

/** Searches in the palette; the first result has the text, or there is none. */
async function findInPalette(page: Page, search: string, first: RegExp | null): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: /Search prompts/ }).fill(search);
  if (first === null) {
    await expect(page.getByText(`Nothing found for “${search}”.`)).toBeVisible();
  } else {
    await expect(page.getByRole('option').first()).toHaveText(first);
  }
}

test('two people start a team, hand it over, and end it', async ({ page, me, pageOf, request }) => {
  test.slow();
  const ben = await createUser(request, 'Ben');
  const [team = ''] = await me.api.insert('teams', [{ name: 'Writers' }]);
  await me.api.prompt({ title: 'Shared recipe', content: 'Take eggs.', team_id: team });
  await me.api.call('invite_to_team', { team_id: team, email: ben.email, role: 'editor' });
  const members = (on: Page) => on.getByRole('list', { name: 'Members' }).getByRole('listitem');

  const link = await linkMailedTo(request, ben.email);
  await page.goto(link);
  await expect(page.getByText(`You're signed in as ${me.email}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept Writers' })).toBeHidden();

  const bens = await pageOf(null);
  await bens.goto(link);
  await expect(bens.getByText("You're invited to a team.")).toBeVisible();
  await sendSignIn(bens, ben);
  await bens.getByRole('button', { name: 'Accept Writers' }).click();
  await expect(bens.getByText("You're an editor · 2 members · 1 prompt")).toBeVisible();
  await expect(members(bens)).toHaveCount(2);
  await expect(bens.getByRole('heading', { name: 'Invite people' })).toBeHidden();
  const edit = bens.getByRole('button', { name: 'Edit', exact: true });
  await bens.getByRole('link', { name: 'Shared recipe' }).click();
  await expect(edit).toBeVisible();
  const membership = `team_members?team_id=eq.${team}&user_id=eq.${ben.id}`;
  await me.api.patch(membership, { role: 'viewer' });
  await expect(edit).toBeHidden();
  await expect(bens.getByRole('heading', { name: 'Shared recipe' })).toBeVisible();
  await bens.goto(`${new URL(bens.url()).pathname}/edit`);
  await expect(bens).not.toHaveURL(/\/edit$/);

  await page.goto(`/app/teams/${team}`);
  await actionsOf(page, 'Ben').click();
  await item(page, 'Make an owner').click();
  await dialogButton(page, 'Ask').click();
  await bens.goto('/app/teams');
  await bens.getByRole('button', { name: 'Accept Writers' }).click();
  await expect(bens.getByText("You're an owner · 2 members · 1 prompt")).toBeVisible();

  await page.reload();
  await actionsOf(page, 'Writers').click();
  await item(page, 'Leave team').click();
  await expect(page.getByText('1 prompt that you own is shared with this team.')).toBeVisible();
  await dialogButton(page, 'Leave').click();
  await expect(page).toHaveURL(/\/app\/teams$/);
  await expect(page.getByText('No teams yet')).toBeVisible();
  await page.goto(`/app/teams/${team}`);
  await expect(page.getByText("This team doesn't exist, or you are not a member.")).toBeVisible();

  await bens.getByRole('button', { name: 'Create a link' }).click();
  await bens.getByRole('button', { name: 'Create link' }).click();
  const invitation = await bens.getByLabel('Invitation link', { exact: true }).textContent();
  await bens.getByRole('button', { name: 'Done' }).click();
  const token = invitation?.split('#')[1] ?? 'no token';
  const requested: string[] = [];
  const record = (sent: Request) => requested.push(sent.url().replace(/#.*/, ''));
  page.on('request', record);
  await page.goto(invitation ?? '');
  await page.getByRole('button', { name: 'Switch account' }).click();
  await page.reload();
  await sendSignIn(page, me);
  await expect(page.getByText('Ben invites you to Writers as a viewer.')).toBeVisible();

  const novas = await pageOf(null);
  novas.on('request', record);
  const nova = somebody('Nova');
  await novas.goto(invitation ?? '');
  await expect(novas.getByText("You're invited to join a team.")).toBeVisible();
  await novas.getByRole('link', { name: 'Sign up' }).click();
  await sendSignUp(novas, nova);
  await expect(novas).toHaveURL(/\/register-success/);
  const confirmation = await linkMailedTo(request, nova.email);
  await novas.goto(confirmation);
  await expect(novas.getByText('Ben invites you to Writers as a viewer.')).toBeVisible();
  expect(await novas.evaluate(() => JSON.stringify(localStorage))).not.toContain(token);
  expect([confirmation, ...requested].filter((url) => url.includes(token))).toEqual([]);
  await novas.getByRole('button', { name: 'Join team' }).click();
  await expect(novas.getByText("You're a viewer · 2 members · 1 prompt")).toBeVisible();
  await expect(members(bens)).toHaveCount(2);
  await findInPalette(novas, 'shared recipe', /^S?Shared recipe.*Writers$/);
  await novas.keyboard.press('Enter');
  // The palette's results show the content, too, until it's closed.
  const content = novas
    .getByRole('region', { name: 'Prompt', exact: true })
    .getByText('Take eggs.');
  await expect(content).toBeVisible();
  await novas.goBack();
  await novas.getByRole('link', { name: 'Shared recipe' }).click();
  await expect(content).toBeVisible();
  await actionsOf(bens, 'Nova').click();
  await item(bens, 'Remove from team').click();
  await dialogButton(bens, 'Remove').click();
  await expect(content).toBeHidden();
  await findInPalette(novas, 'shared recipe', null);
  await novas.keyboard.press('Escape');
  await actionsOf(bens, 'Writers').click();
  await item(bens, 'Activity').click();
  const activity = bens.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await expect(activity.first()).toContainText('Ben removed Nova from the team');
  await bens.getByRole('link', { name: 'Back' }).click();

  await actionsOf(bens, 'Writers').click();
  await expect(item(bens, 'Leave (needs another owner)')).toHaveAttribute('aria-disabled', 'true');
  await item(bens, 'Delete team').click();
  await expect(bens.getByText(/Its 1 prompt stays with the person who owns it/)).toBeVisible();
  await dialogButton(bens, 'Delete team').click();
  await expect(bens.getByText('No teams yet')).toBeVisible();
  expect(await me.api.rows(`prompts?select=title,team_id&user_id=eq.${me.id}`)).toEqual([
    { title: 'Shared recipe', team_id: null },
  ]);
});
