import type { Page } from '@playwright/test';
import {
  allLooks,
  checkLooks,
  expectNoSidewaysScroll,
  expectNothingFound,
} from '../fixtures/accessible.ts';
import type { SignedInUser } from '../fixtures/signed-in-user.ts';
import { expect, test, userTest } from '../fixtures/test.ts';
import { rareWord } from '../fixtures/words.ts';

/*
 * Whole pages. Component tests check parts that show only sometimes, such as dialogs
 * (web/src/testing/accessible.ts).
 */
test.describe.configure({ mode: 'parallel', timeout: 480_000 });

/** A page, and what to check once it is open. */
type Visit = readonly [path: string, check?: () => Promise<void>];

/**
 * Opens a page, without a new document if both pages are the app's: it would need scripts and axe
 * again.
 */
async function open(page: Page, path: string): Promise<void> {
  const isOfApp = (url: string) =>
    /^(?:https?:\/\/[^/]+)?\/(?:app|signin|signup|reset-password|register-success)(?:[/?]|$)/.test(
      url,
    );
  if (!isOfApp(path) || !isOfApp(page.url())) {
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
async function expectPagesAccessible(page: Page, visits: readonly Visit[]): Promise<void> {
  for (const [index, [path, check]] of visits.entries()) {
    await test.step(path, async () => {
      await open(page, path);
      const title = page.getByRole('heading', { level: 1 });
      await expect(title.or(page.getByRole('alert')).first()).toBeVisible();
      await checkLooks(page, index === 0 ? allLooks : undefined);
      await check?.();
    });
  }
}

/** Checks that the page fits a phone of 360 px with text twice as large, and makes it wide. */
async function expectFitsLargeText(page: Page): Promise<void> {
  await page.setViewportSize({ width: 180, height: 370 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('the pages around sign-in are accessible', ({ page }) =>
  expectPagesAccessible(page, [
    ['/signin'],
    ['/signup'],
    ['/reset-password'],
    ['/register-success'],
    ['/auth/callback'],
    ['/auth/callback?from=mail#error_code=otp_expired&error_description=Email+link+expired'],
    ['/nowhere'],
  ]));

test('the public pages are accessible', async ({ page }) => {
  const fitsLargeText = () => expectFitsLargeText(page);
  await expectPagesAccessible(page, [
    ['/', fitsLargeText],
    ['/explore'],
    ['/techniques'],
    ['/why-free'],
    ['/pricing', fitsLargeText],
    ['/privacy'],
    ['/terms'],
    ['/credits'],
    ['/p/nothing'],
  ]);
});

test('/templates is accessible', async ({ page }) => {
  await page.goto('/templates');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The categories are built alike: three of twenty show what there is to check.
  const others = page.locator('main section:nth-of-type(n + 4)');
  await others.evaluateAll((sections) => sections.forEach((section) => section.remove()));
  await expect(page.locator('main section')).toHaveCount(3);
  await checkLooks(page);
});

const long = 'Unbreakable'.repeat(40);
const longComment = `**${long}**\n\n- \`${long}\`\n\n> https://example.com/${long}\n\n\`\`\`\n${long}`;

interface Furniture {
  readonly group: string;
  readonly prompt: string;
  /** A fork of the prompt, which has changed since. */
  readonly fork: string;
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
  const fork = await api.prompt({
    title: `A fork ${long}`,
    content: `Write to {{name}} soon.\n\n${long}`,
    forked_from: prompt,
  });
  await api.patch(`prompts?id=eq.${prompt}`, { content: `Write to {{name}}.\n\n${long}` });
  await api.prompt({ title: 'Short', content: 'Short' });
  await api.post('favorites', { prompt_id: prompt });
  await api.post('prompt_uses', { prompt_id: prompt });
  await api.post('comments', { prompt_id: prompt, body: longComment });
  return { group, prompt, fork, word };
}

userTest('the pages of an empty account are accessible', async ({ page }) => {
  await expectPagesAccessible(page, [
    ['/app'],
    ['/app/library'],
    ['/app/groups'],
    ['/app/favourites'],
    ['/app/connect', () => expectFitsLargeText(page)],
    ['/app/prompts/new'],
  ]);
});

test('the lists of a full account are accessible', async ({ page, me }) => {
  const { group, word } = await furnish(me);
  await expectPagesAccessible(page, [
    ['/app'],
    [
      '/app/library',
      async () => {
        await page.getByRole('button', { name: 'Select', exact: true }).click();
        await page.getByRole('checkbox', { name: 'Short' }).click();
        await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 prompt');
        await checkLooks(page);
      },
    ],
    ['/app/groups'],
    [`/app/groups/${group}`],
    ['/app/favourites'],
    [
      `/app/community?q=${word}&tag=letters&category=Communication`,
      async () => {
        await page.getByRole('button', { name: 'Filter (2)' }).click();
        await expect(page.getByRole('dialog', { name: 'Filter public prompts' })).toBeVisible();
        await expectNothingFound(page);
        await page.keyboard.press('Escape');
        await me.api.patch(`groups?id=eq.${group}`, { deleted_at: new Date().toISOString() });
      },
    ],
    [
      '/app/library?view=deleted',
      () => expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(2),
    ],
  ]);
});

test('the other pages of a full account are accessible', async ({ page, me }) => {
  const { prompt, fork } = await furnish(me);
  await expectPagesAccessible(page, [
    [
      '/app/account',
      async () => {
        await page.getByRole('button', { name: 'Open navigation' }).click();
        await page.getByRole('button', { name: /account menu$/ }).click();
        await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
        await expectNothingFound(page);
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
      },
    ],
    [
      `/app/prompts/${prompt}`,
      async () => {
        await expectFitsLargeText(page);
        await page.getByRole('button', { name: /^Version History/ }).click();
        await page.getByRole('checkbox', { name: 'Select version 1' }).check();
        await page.getByRole('checkbox', { name: 'Select version 2' }).check();
        await page.getByLabel('Add a comment').fill(longComment);
        await page.getByRole('button', { name: 'Preview' }).click();
        await checkLooks(page);
        await page.getByRole('button', { name: 'Compare Selected' }).click();
        await expect(page.getByRole('button', { name: 'Close Comparison' })).toBeVisible();
        await checkLooks(page);
      },
    ],
    [
      `/app/prompts/${fork}`,
      async () => {
        await page.getByRole('button', { name: 'Show changes' }).click();
        await checkLooks(page);
      },
    ],
    // Between two pages with the same title.
    ['/app/why-free'],
    [`/app/prompts/${prompt}/edit`],
    [`/p/${prompt}`],
    ['/app/prompts/no-uuid'],
    ['/app/nowhere'],
  ]);
});

test.describe('on a phone', () => {
  test.use({
    hasOwnContext: true,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  });

  test('no button is too small for touch, and no text of a field to be read', async ({
    page,
    me,
  }) => {
    const { prompt } = await furnish(me);
    // The two with the same title are apart.
    const prompts = [`/app/prompts/${prompt}/edit`, '/app/library', `/app/prompts/${prompt}`];
    for (const path of ['/', '/app', ...prompts, '/app/account']) {
      await open(page, path);
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
      // Safari zooms into fields with smaller text.
      const sizes = await page
        .locator(
          ':is(input:not([type="checkbox"], [type="radio"], [type="file"]), select, textarea):visible',
        )
        .evaluateAll((fields) =>
          fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)),
        );
      expect.soft(Math.min(...sizes), path).toBeGreaterThanOrEqual(16);
    }
  });
});
