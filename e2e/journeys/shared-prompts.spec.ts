import type { Page } from '@playwright/test';
import { createUser, type SignedInUser } from '../fixtures/signed-in-user.ts';
import { expectContent } from '../fixtures/prompt-content.ts';
import { expect, test } from '../fixtures/test.ts';
import { rareWord } from '../fixtures/words.ts';

/**
 * Stores a prompt in the owner's team that has versions from before it was shared. Returns its id.
 */
async function shareWith(
  owner: SignedInUser,
  editor: SignedInUser,
  title: string,
): Promise<string> {
  const [team = ''] = await owner.api.insert('teams', [{ name: 'Workshop' }]);
  const invited = await owner.api.call('invite_to_team', {
    team_id: team,
    role: 'editor',
    email: editor.email,
  });
  const { id } = invited.body as { readonly id: string };
  expect((await editor.api.call('accept_team_invitation', { id })).status).toBe(200);
  const prompt = await owner.api.prompt({ title, content: 'A secret draft' });
  await owner.api.patch(`prompts?id=eq.${prompt}`, { content: 'Clean', team_id: team });
  return prompt;
}

const history = (page: Page) => page.getByRole('button', { name: 'Version History' });

test("others open, favourite, chain and fork a public prompt that is in its owner's group", async ({
  page,
  me,
  request,
}) => {
  const word = rareWord();
  const nora = await createUser(request, 'Nora');
  const group = await nora.api.group('Secret clients');
  const prompt = await nora.api.prompt({
    title: word,
    content: 'Everybody may read this',
    is_public: true,
    group_id: group,
  });

  await page.goto(`/app/prompts/${prompt}`);
  await expect(page.getByRole('heading', { name: word })).toBeVisible();
  await expect(page.getByText('Nora')).toBeVisible();
  await expect(page.getByText('Secret clients')).toHaveCount(0);
  await page.getByRole('button', { name: `Favourite ${word}` }).click();
  await expect(page.getByText('Added to favorites')).toBeVisible();

  await page.goto('/app/favourites');
  await expect(page.getByRole('main').getByRole('link', { name: word })).toBeVisible();

  const chain = await me.api.call('save_chain', { title: 'Mine', prompt_ids: [prompt] });
  await page.goto(`/app/chains/${(chain.body as { readonly id: string }).id}`);
  await expect(page.getByText('Everybody may read this')).toBeVisible();

  await page.goto(`/app/prompts/${prompt}`);
  await page.getByRole('button', { name: 'Fork Prompt' }).click();
  const panel = page.getByRole('dialog', { name: 'Fork Prompt' });
  await panel.getByRole('button', { name: 'Fork Prompt' }).click();
  await expect(page.getByRole('complementary', { name: 'About this prompt' })).toContainText(
    `${word}, version 1`,
  );
});

test("a team editor edits a shared prompt and reads its history since sharing, but can't move or publish it", async ({
  page,
  me,
  request,
}) => {
  const word = rareWord();
  const nora = await createUser(request, 'Nora');
  const prompt = await shareWith(nora, me, word);

  await page.goto(`/app/prompts/${prompt}`);
  await page.getByRole('button', { name: 'Edit' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Edit Prompt' });
  await expectContent(panel.getByLabel('Content'), 'Clean');
  await expect(panel.getByRole('switch', { name: 'Make Public' })).toHaveCount(0);
  // Groups of the team, of which there are none: not those of its members.
  await expect(panel.getByLabel('Group', { exact: true }).getByRole('option')).toHaveText(['None']);
  await panel.getByLabel('Content').fill('Better');
  await panel.getByRole('button', { name: 'Update Prompt' }).click();
  await expect(page.getByText('Prompt updated successfully!')).toBeVisible();

  await history(page).click();
  const versions = page.getByRole('checkbox', { name: /^Select version/ });
  await expect(versions).toHaveCount(2);
  await expect(page.getByRole('checkbox', { name: 'Select version 1' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
});
