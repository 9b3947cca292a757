import type { Locator, Page } from '@playwright/test';
import { linkMailedTo } from '../fixtures/mailbox.ts';
import { mainLink } from '../fixtures/main-link.ts';
import { createUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';

/* A week of a team of four, each in a browser of their own. No page is reloaded to see a change. */

const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true });
const members = (on: Page) => on.getByRole('list', { name: 'Members' }).getByRole('listitem');
const labels = (on: Page) => on.getByRole('list', { name: 'Labels' }).getByRole('listitem');

/** Chooses an action from the menu of a team or member, and confirms it. */
async function act(on: Page, name: string, action: string, confirm: string): Promise<void> {
  const item = on.getByRole('menuitem', { name: action });
  // An update that is taken meanwhile closes the menu.
  await expect(async () => {
    await on.keyboard.press('Escape');
    await button(on, `Actions for ${name}`).click({ timeout: 10_000 });
    await item.click({ timeout: 10_000 });
  }).toPass();
  await button(on.getByRole('alertdialog'), confirm).click();
}

/** Puts the newest version of the prompt that is open under the label production. */
async function release(on: Page): Promise<void> {
  await button(on, 'Label a version').click();
  const form = on.getByRole('dialog', { name: 'Label a version' });
  await form.getByLabel('Label').fill('production');
  await form.getByRole('button', { name: 'Set label' }).click();
}

/** Shows what others changed as soon as the page offers it: it waits while a row is in use. */
async function takeUpdates(page: Page): Promise<void> {
  await page.addLocatorHandler(button(page, 'Update'), async (update) => {
    // The pointer leaves the row on its way, which shows the changes and removes the button.
    await update.click({ timeout: 1000 }).catch(() => undefined);
  });
}

const editControls =
  /^(Edit|Edit Group|New Group|New Prompt|Select|Manage tags|Label a version|Version History|Invite|Create a link|Add files|Restore|Actions for (?!Writers$))/;

/** Records each control to change something that appears in the page, even for a moment. */
async function watchForEditControls(page: Page): Promise<string[]> {
  const seen: string[] = [];
  await page.exposeFunction('noteControl', (name: string) => {
    if (editControls.test(name)) seen.push(name);
  });
  await page.addInitScript(() => {
    const note = Reflect.get(window, 'noteControl') as (name: string) => void;
    const noteAll = () => {
      for (const control of document.querySelectorAll('main :is(button, a, label)'))
        note(control.getAttribute('aria-label') ?? control.textContent.trim());
    };
    new MutationObserver(noteAll).observe(document, { childList: true, subtree: true });
  });
  return seen;
}

test('four people found a team, write, propose, release and part', async ({ pageOf, request }) => {
  test.slow();
  const [mary, ben, dan, nora] = await Promise.all(
    ['Mary', 'Ben', 'Dan', 'Nora'].map((name) => createUser(request, name)),
  );
  if (!mary || !ben || !dan || !nora) throw new Error('There are four people');

  const marys = await pageOf(mary);
  const [bens, dans, noras] = [await pageOf(ben), await pageOf(dan), await pageOf(nora)];
  for (const page of [marys, bens, dans, noras]) await takeUpdates(page);

  // Monday: two are invited by mail and one by link, and appear as they join.
  await marys.goto('/app/teams');
  await button(marys, 'New Team').first().click();
  await marys.getByLabel('Name').fill('Writers');
  await button(marys, 'Create team').click();
  for (const { email } of [ben, dan]) {
    await marys.getByLabel('Email').fill(email);
    await marys.getByLabel('Role').selectOption('editor');
    await button(marys, 'Invite').click();
    const invited = marys.getByRole('list', { name: 'Open invitations' });
    await expect(invited.getByText(email)).toBeVisible();
  }
  await button(marys, 'Create a link').click();
  await button(marys, 'Create link').click();
  const link = await marys.getByLabel('Invitation link', { exact: true }).textContent();
  await button(marys, 'Done').click();

  await bens.goto(await linkMailedTo(request, ben.email));
  await button(bens, 'Accept Writers').click();
  await dans.goto(await linkMailedTo(request, dan.email));
  await button(dans, 'Accept Writers').click();
  await noras.goto(link ?? '');
  await button(noras, 'Join team').click();
  await expect(noras.getByText("You're a viewer · 4 members · 0 prompts")).toBeVisible();
  for (const page of [marys, bens, dans]) await expect(members(page)).toHaveCount(4);
  const seenByNora = await watchForEditControls(noras);
  await noras.reload();

  // Tuesday: Mary makes a group, Dan writes in it, and Ben edits, while the others look on.
  await button(marys, 'New Group').click();
  const groupForm = marys.getByRole('dialog', { name: 'Create New Group' });
  await groupForm.getByLabel('Name').fill('Mail');
  await groupForm.getByLabel('Description').fill('Letters');
  await button(groupForm, 'Create Group').click();
  for (const page of [bens, dans, noras]) await mainLink(page, 'Mail').click();
  await button(dans, 'New Prompt').first().click();
  const newPrompt = dans.getByRole('dialog', { name: 'Create New Prompt' });
  await newPrompt.getByLabel('Title').fill('Letter');
  await newPrompt.getByLabel('Content').fill('Write a letter.\n\nSign it.');
  await button(newPrompt, 'Create Prompt').click();
  for (const page of [marys, bens, dans, noras]) await mainLink(page, 'Letter').click();
  await button(bens, 'Edit').click();
  await expect(marys.getByText('Ben is editing.')).toBeVisible();
  await bens.getByLabel('Content').fill('Write a polite letter.\n\nSign it.');
  await button(bens, 'Update Prompt').click();
  for (const page of [marys, dans, noras]) {
    await expect(page.getByRole('article')).toContainText('Write a polite letter.');
  }
  await expect(marys.getByText('Ben is editing.')).toBeHidden();

  // Wednesday: Mary releases it, and the team demands proposals from now on.
  await release(marys);
  for (const page of [marys, bens, dans]) {
    await expect(labels(page)).toContainText('productionVersion 2');
  }
  await marys.getByRole('link', { name: 'Mail', exact: true }).first().click();
  await mainLink(marys, 'Writers').click();
  await marys.getByRole('switch', { name: 'Changes to what is released need a proposal' }).check();

  // Thursday: Dan and Nora propose to change the same word, and Mary merges and releases that.
  await button(dans, 'Edit').click();
  await dans.getByLabel('Content').fill('Write a polite note.\n\nSign it.');
  await button(dans, 'Propose instead of saving').click();
  await button(dans, 'Send proposal').click();
  await button(noras, 'Suggest an edit').click();
  await noras.getByLabel('Content').fill('Write a polite mail.\n\nSign it.');
  await button(noras, 'Send proposal').click();
  for (const page of [dans, noras]) {
    await expect(page.getByRole('heading', { name: 'Waiting for an answer' })).toBeVisible();
  }
  await marys.getByRole('link', { name: 'Proposals 2 to review' }).click();
  const proposals = marys.getByRole('list', { name: 'Proposals' }).getByRole('listitem');
  await proposals.filter({ hasText: 'Nora' }).getByRole('link', { name: 'Letter' }).click();
  await button(marys, 'Accept all changes').click();
  await expect(noras.getByRole('heading', { name: 'Accepted by Mary as version 3' })).toBeVisible();
  await expect(bens.getByRole('article')).toContainText('Write a polite mail.');
  await marys.getByRole('link', { name: 'Proposals 1 to review' }).click();
  await proposals.filter({ hasText: 'Dan' }).getByRole('link', { name: 'Letter' }).click();
  await marys
    .getByRole('region', { name: 'Change 1 of 1, Content' })
    .getByText('Both', { exact: true })
    .click();
  await button(marys, 'Accept all changes').click();
  await expect(dans.getByRole('heading', { name: 'Accepted by Mary as version 4' })).toBeVisible();
  await mainLink(marys, 'Letter').click();
  await expect(marys.getByRole('article')).toContainText('Write a polite note.');
  await expect(labels(marys)).toContainText('productionVersion 2');
  await release(marys);
  await expect(labels(bens)).toContainText('productionVersion 4');

  // Friday: Ben is removed while he writes, and Dan leaves with his prompt.
  await button(bens, 'Edit').click();
  await bens.getByLabel('Title').fill('Letter that Ben writes');
  await expect(marys.getByText('Ben is editing.')).toBeVisible();
  const letter = marys.url();
  await marys.goto('/app/teams');
  await mainLink(marys, 'Writers').click();
  await act(marys, 'Ben', 'Remove from team', 'Remove');
  await expect(bens.getByText("You can't edit this prompt any more.")).toBeVisible();
  await expect(bens.getByLabel('Title')).toHaveValue('Letter that Ben writes');
  await button(bens, 'Cancel').click();
  await expect(bens.getByText('Error loading prompt', { exact: true })).toBeVisible();
  await expect(bens.getByText('Sign it.')).toBeHidden();
  await dans.goto('/app/teams');
  await mainLink(dans, 'Writers').click();
  await act(dans, 'Writers', 'Leave team', 'Leave');
  await expect(dans.getByText('No teams yet')).toBeVisible();
  await expect(members(marys)).toHaveCount(2);

  // The weekend: Mary deletes the team while Nora reads. The prompt stays with Dan, who wrote it.
  await noras.goto(letter);
  await expect(noras.getByRole('article')).toContainText('Sign it.');
  await act(marys, 'Writers', 'Delete team', 'Delete team');
  await expect(marys.getByText('No teams yet')).toBeVisible();
  await expect(noras.getByText('Error loading prompt', { exact: true })).toBeVisible();
  await expect(noras.getByText('Sign it.')).toBeHidden();
  await dans.goto(letter);
  await expect(dans.getByRole('article')).toContainText('Write a polite note.');
  await expect(button(dans, 'Edit')).toBeVisible();
  expect(seenByNora).toEqual([]);
});
