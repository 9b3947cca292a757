import type { Page } from '@playwright/test';
import {
  allLooks,
  checkLooks,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingFound,
} from '../fixtures/accessible.ts';
import { createUser, type SignedInUser } from '../fixtures/signed-in-user.ts';
import { expect, test, userTest } from '../fixtures/test.ts';
import { rareWord } from '../fixtures/words.ts';
import { deleteFromRow } from '../fixtures/delete-from-row.ts';

test.describe.configure({ mode: 'parallel', timeout: 480_000 });

/** Opens a page, inside the app if it is open: its document needs neither scripts nor axe again. */
async function open(page: Page, path: string): Promise<void> {
  const isInApp = (url: string) => /^(?:https?:\/\/[^/]+)?\/app(?:[/?]|$)/.test(url);
  if (!isInApp(path) || !isInApp(page.url())) {
    await page.goto(path);
    return;
  }
  const left = await page.title();
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page).not.toHaveTitle(left);
}

/**
 * Checks pages one after another: the browser has their scripts, and the account its entities. Parts
 * that are shown only at one width, such as the navigation, they have in common.
 */
async function expectPagesAccessible(page: Page, paths: readonly string[]): Promise<void> {
  for (const [index, path] of paths.entries()) {
    await test.step(path, async () => {
      await open(page, path);
      const title = page.getByRole('heading', { level: 1 });
      await expect(title.or(page.getByRole('alert')).first()).toBeVisible();
      await checkLooks(page, index === 0 ? allLooks : undefined);
    });
  }
}

test('the pages around sign-in are accessible', ({ page }) =>
  expectPagesAccessible(page, [
    '/signin',
    '/signup',
    '/reset-password',
    '/register-success',
    '/auth/callback',
    '/nowhere',
  ]));

for (const path of [
  '/',
  '/explore',
  '/techniques',
  '/why-free',
  '/pricing',
  '/privacy',
  '/terms',
  '/credits',
  '/p/nothing',
]) {
  test(`${path} is accessible`, ({ page }) => expectPagesAccessible(page, [path]));
}

// As wide as a phone of 360 px with text twice as large.
for (const path of ['/', '/pricing']) {
  test(`${path} fits a phone with text twice as large`, async ({ page }) => {
    await page.setViewportSize({ width: 180, height: 370 });
    await page.goto(path);
    await expectNoSidewaysScroll(page);
  });
}

test('pages of the app fit a phone with text twice as large', async ({ page, me }) => {
  const { prompt } = await furnish(me);
  await page.setViewportSize({ width: 180, height: 370 });
  await page.goto(`/app/prompts/${prompt}`);
  await expect(page.getByRole('button', { name: 'Version History' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto('/app/connect');
  await expect(page.getByRole('list', { name: 'Programs' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('/templates is accessible', async ({ page }) => {
  await page.goto('/templates');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The categories are built alike: three of twenty show what there is to check.
  const others = page.locator('main section:nth-of-type(n + 4)');
  await others.evaluateAll((sections) => sections.forEach((section) => section.remove()));
  await expect(page.locator('main section')).toHaveCount(3);
  await expectAccessible(page);
});

const long = 'Unbreakable'.repeat(40);

interface Furniture {
  readonly group: string;
  readonly prompt: string;
  /** A word that finds the public prompt. */
  readonly word: string;
}

/** Fills an account with every kind of entity, with texts that are hard to fit. */
async function furnish({ api }: SignedInUser): Promise<Furniture> {
  const word = rareWord();
  const group = await api.group(`A group with a ${'very '.repeat(20)}long name`, long);
  const prompt = await api.prompt({
    title: `A title ${long}`,
    description: `What ${word} is for. ${long}`,
    content: `Write to {{name}} about {{${'topic'.repeat(8)}:the weather}}.\n\n${long}\n\n漢字 🎭`,
    tags: ['letters', 'a'.repeat(50), 'b'.repeat(50), 'c'.repeat(50), 'd'.repeat(50)],
    category: 'Communication',
    is_public: true,
    group_id: group,
  });
  await api.patch(`prompts?id=eq.${prompt}`, { content: `Write to {{name}}.\n\n${long}` });
  await api.prompt({ title: 'Short', content: 'Short' });
  await api.post('favorites', { prompt_id: prompt });
  await api.post('prompt_uses', { prompt_id: prompt });
  return { group, prompt, word };
}

userTest('the pages of an empty account are accessible', async ({ page }) => {
  await page.goto('/app');
  await expect(page.getByRole('list', { name: 'Templates to begin with' })).toBeVisible();
  await expectAccessible(page);
  await expectPagesAccessible(page, [
    '/app/library',
    '/app/groups',
    '/app/favourites',
    '/app/connect',
    '/app/prompts/new',
  ]);
});

test('the lists of a full account are accessible', async ({ page, me }) => {
  const { group, word } = await furnish(me);
  await expectPagesAccessible(page, [
    '/app',
    '/app/library',
    '/app/groups',
    `/app/groups/${group}`,
    '/app/favourites',
    `/app/community?q=${word}`,
  ]);
});

test('the other pages of a full account are accessible', async ({ page, me }) => {
  const { prompt } = await furnish(me);
  await expectPagesAccessible(page, [
    '/app/account',
    `/app/prompts/${prompt}`,
    // Between two pages with the same title.
    '/app/why-free',
    `/app/prompts/${prompt}/edit`,
    `/p/${prompt}`,
    '/app/prompts/no-uuid',
    '/app/nowhere',
  ]);
});

test('the list of deleted items is accessible', async ({ page, me }) => {
  const { group } = await furnish(me);
  await me.api.patch(`groups?id=eq.${group}`, { deleted_at: new Date().toISOString() });
  await page.goto('/app/library?view=deleted');
  await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(2);
  await expectAccessible(page);
});

test('the prompt panel is accessible', async ({ page, me }) => {
  await furnish(me);
  await page.goto('/app');
  await page.getByRole('button', { name: 'New Prompt' }).first().click();
  await page.getByRole('button', { name: 'Create Prompt' }).click();
  await expect(page.getByText('Please fill in all required fields')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Icon:/ }).click();
  await expect(page.getByRole('list', { name: 'Icons' })).toBeVisible();
  await expectNothingFound(page);
});

test('the group panel is accessible', async ({ page, me }) => {
  await furnish(me);
  await page.goto('/app/groups');
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await expectNothingFound(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'New Group' }).click();
  await page.getByRole('button', { name: 'Create Group' }).click();
  await expect(page.getByText('Please fill in all fields')).toBeVisible();
  await expectAccessible(page);
});

test('the dialogs of a row are accessible', async ({ page, me }) => {
  await furnish(me);
  await page.goto('/app/library');
  await deleteFromRow(page, 'Short');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Copy A title/ }).click();
  await expect(page.getByRole('button', { name: 'Copy prompt' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog', { name: 'Export everything' })).toBeVisible();
  await expectAccessible(page);
});

userTest('the import dialog is accessible', async ({ page }) => {
  const faults = Array.from({ length: 40 }, () => ',no title,,').join('\n');
  await page.goto('/app/library');
  await page.getByRole('button', { name: 'Import', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import prompts' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.locator('input[type=file]').setInputFiles({
    name: `${long}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `title,content,tags,${long}\n${long},${long},${'t'.repeat(50)},x\n${faults}\n`,
    ),
  });
  await expect(page.getByText('It has no title.').first()).toBeVisible();
  await expectAccessible(page);
});

test('bulk selection and tag management are accessible', async ({ page, me }) => {
  await furnish(me);
  await page.goto('/app/library');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Short' }).click();
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 prompt selected');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More actions for the selection' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNothingFound(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Manage tags' }).click();
  await page.getByRole('dialog').getByRole('checkbox').first().check();
  await expectAccessible(page);
});

test('history and comparison are accessible', async ({ page, me }) => {
  const { prompt } = await furnish(me);
  await page.goto(`/app/prompts/${prompt}`);
  await page.getByRole('button', { name: /^Version History/ }).click();
  await page.getByRole('checkbox', { name: 'Select version 1' }).check();
  await page.getByRole('checkbox', { name: 'Select version 2' }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Compare Selected' }).click();
  await expect(page.getByRole('button', { name: 'Close Comparison' })).toBeVisible();
  await expectAccessible(page);
});

test('the conflict dialog is accessible', async ({ page, me }) => {
  const { prompt } = await furnish(me);
  await page.goto(`/app/prompts/${prompt}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Prompt' });
  await editor.getByLabel('Content').fill(`Mine, and not theirs.\n\n${long}`);
  await me.api.patch(`prompts?id=eq.${prompt}`, { content: `Theirs, and not mine.\n\n${long}` });
  await editor.getByRole('button', { name: 'Update Prompt' }).click();
  await expect(
    page.getByRole('dialog', { name: 'This prompt was changed in another tab' }),
  ).toBeVisible();
  await expectAccessible(page);
});

test('the command palette is accessible', async ({ page, me }) => {
  await furnish(me);
  await page.goto('/app/account');
  await page.getByRole('button', { name: 'Search and commands' }).click();
  await page.getByRole('combobox', { name: /Search prompts/ }).fill('short');
  await expect(page.getByRole('option', { name: 'Short' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectNothingFound(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /account menu$/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
  await expectNothingFound(page);
});

userTest('the avatar picker is accessible', async ({ page }) => {
  await page.goto('/app/account');
  await page.getByRole('button', { name: 'Change avatar' }).click();
  await page.getByLabel('Image URL').fill('me.png');
  await page.getByRole('button', { name: 'Save avatar' }).click();
  await expect(page.getByText('Invalid avatar URL format.')).toBeVisible();
  await expectAccessible(page);
});

test('comments and reports are accessible', async ({ page, me, request }) => {
  const nora = await createUser(request, 'Nora');
  const { prompt } = await furnish(nora);
  const body = `**${long}**\n\n- \`${long}\`\n\n> https://example.com/${long}\n\n\`\`\`\n${long}`;
  expect((await me.api.post('comments', { prompt_id: prompt, body })).status).toBe(201);
  await page.goto(`/app/prompts/${prompt}`);
  await expect(page.getByRole('list', { name: 'Comments' })).toBeVisible();
  await page.getByLabel('Add a comment').fill(body);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await expect(page.getByRole('dialog', { name: 'Report this prompt' })).toBeVisible();
  await expectAccessible(page);
});

test('the filters of community and favourites are accessible', async ({ page, me }) => {
  const { word } = await furnish(me);
  await page.goto(`/app/community?q=${word}&tag=letters&category=Communication`);
  await page.getByRole('button', { name: 'Filter (2)' }).click();
  await expect(page.getByRole('dialog', { name: 'Filter public prompts' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/app/favourites');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page.getByRole('dialog', { name: 'Filter favourites' })).toBeVisible();
  await expectAccessible(page);
});

test('a fork whose source has changed is accessible', async ({ page, me, request }) => {
  const nora = await createUser(request, 'Nora');
  const { prompt } = await furnish(nora);
  const fork = await me.api.prompt({
    title: `A fork ${long}`,
    content: `Write to {{name}} soon.\n\n${long}`,
    forked_from: prompt,
  });
  await nora.api.patch(`prompts?id=eq.${prompt}`, { content: `Write again.\n\n${long}` });
  await page.goto(`/app/prompts/${fork}`);
  await page.getByRole('button', { name: 'Show changes' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Merge changes' }).click();
  await expect(page.getByRole('dialog', { name: 'Merge changes from the source' })).toBeVisible();
  await expectAccessible(page);
});

test('the publishing check is accessible', async ({ page, me }) => {
  await furnish(me);
  await page.goto('/app');
  await page.getByRole('button', { name: 'New Prompt' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  await panel.getByLabel('Content').fill(`Write to mary@acme.org ${long}\nor +49 30 8347 2961`);
  await panel.getByRole('switch', { name: 'Make Public' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page);
});

userTest('the phone navigation is accessible', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/app');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
  await expectNothingFound(page);
  await page.getByRole('button', { name: /account menu$/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
  await expectNothingFound(page);
});

test.describe('on a phone', () => {
  test.use({
    hasOwnContext: true,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  });

  test('no button is too small for touch', async ({ page, me }) => {
    const { prompt } = await furnish(me);
    for (const path of ['/', '/app', '/app/library', `/app/prompts/${prompt}`, '/app/account']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      const low = await page
        .locator('button:visible, select:visible')
        .evaluateAll((controls) =>
          controls
            .filter((control) => control.getBoundingClientRect().height < 44)
            .map((control) => control.getAttribute('aria-label') ?? control.textContent),
        );
      expect.soft(low, path).toEqual([]);
    }
  });
});
