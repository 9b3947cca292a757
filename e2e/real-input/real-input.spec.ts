import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { Browser, Page } from '@playwright/test';
import { linkMailedTo } from '../fixtures/mailbox.ts';
import { mainLink } from '../fixtures/main-link.ts';
import { enterAs, fillSignUp, somebody } from '../fixtures/person.ts';
import { expect, test } from '../fixtures/test.ts';
import { RestClient } from '../fixtures/rest-client.ts';

const csvPath = process.env['CUEBOOK_CSV'] ?? '';
const shots = join(import.meta.dirname, '../shots');

interface Row {
  readonly act: string;
  readonly prompt: string;
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(shots, `${name}.png`) });
}

async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env['BASE_URL'] ?? '' });
  return context.newPage();
}

async function edit(page: Page, addition: string, change: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Edit Prompt' });
  await panel.getByLabel('Content').press('ControlOrMeta+End');
  await page.keyboard.insertText(addition);
  await panel.getByLabel('Change description').fill(change);
  await panel.getByRole('button', { name: 'Update Prompt' }).click();
  await expect(page.getByText('Prompt updated successfully!').first()).toBeVisible();
  await expect(panel).toBeHidden();
}

test('real prompts are imported, found, edited, compared, restored, published and forked', async ({
  page,
  request,
  browser,
}) => {
  const source = Papa.parse<Row>(await readFile(csvPath, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  }).data;
  const ada = somebody('Ada');

  await test.step('sign up, read the mail, confirm', async () => {
    await fillSignUp(page, ada);
    await expect(page).toHaveURL(/\/register-success$/);
    await shoot(page, '01-register-success');
    await page.goto('/dev/mailbox');
    await expect(page.getByText(ada.email).first()).toBeVisible();
    await shoot(page, '02-mailbox');
    await page.goto(await linkMailedTo(request, ada.email));
    await expect(page).toHaveURL(/\/app$/);
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });

  await test.step('import the file, byte for byte', async () => {
    await page.goto('/app/library');
    await page.getByRole('button', { name: 'Import' }).first().click();
    await page.locator('input[type=file]').setInputFiles(csvPath);
    const ready = page.getByRole('button', { name: /^Import [\d,]+ prompts$/ });
    await expect(ready).toBeVisible({ timeout: 60_000 });
    await shoot(page, '03-import-preview');
    // Safe placeholders become variables, unless one keeps them.
    const converted = page
      .getByRole('group', { name: "Turn other tools' placeholders into variables" })
      .getByRole('checkbox', { checked: true });
    await converted.uncheck();
    await ready.click();
    await expect(page.getByText(/Imported [\d,]+ prompts from/).first()).toBeVisible({
      timeout: 120_000,
    });
    await shoot(page, '04-import-report');
    await page.getByRole('button', { name: 'Done' }).click();

    const api = await RestClient.open(request, page);
    const stored = await api.all<{ id: string; title: string; content: string }>(
      'prompts?select=id,title,content&is_template=is.false',
    );
    const key = (title: string, content: string) => `${title}\u0000${content}`;
    const expected = new Set(source.map(({ act, prompt }) => key(act, prompt)));
    expect(new Set(stored.map(({ title, content }) => key(title, content)))).toEqual(expected);
    expect(stored.length).toBe(expected.size);
  });

  await test.step('find one and make it a favourite', async () => {
    await page.goto('/app/library');
    await page.getByRole('searchbox').fill('Linux Terminal');
    const found = mainLink(page, 'Linux Terminal');
    await expect(found).toBeVisible();
    await found.hover();
    await page.getByRole('button', { name: 'Favourite Linux Terminal', exact: true }).click();
    await expect(page.getByText('Added to favorites')).toBeVisible();
    await shoot(page, '05-found');
    await found.click();
    await expect(page.getByRole('heading', { name: 'Linux Terminal' })).toBeVisible();
  });

  await test.step('edit it twice', async () => {
    await edit(page, '\nAnswer in one code block.', 'Ask for one block');
    await edit(page, '\nThe shell is {{shell:bash}}.', 'Name the shell');
    await shoot(page, '06-edited');
  });

  await test.step('compare versions 1 and 3, restore 1', async () => {
    await page.getByRole('button', { name: /Version History/ }).click();
    await page.getByRole('checkbox', { name: 'Select version 1' }).check();
    await page.getByRole('checkbox', { name: 'Select version 3' }).check();
    await page.getByRole('button', { name: 'Compare Selected' }).click();
    await expect(page.getByRole('button', { name: 'Close Comparison' })).toBeVisible();
    await expect(page.getByText('Answer in one code block.').first()).toBeVisible();
    await shoot(page, '07-comparison');
    await page.getByRole('button', { name: 'Close Comparison' }).click();
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await expect(page.getByText('Version restored successfully!')).toBeVisible();

    const api = await RestClient.open(request, page);
    const { body } = await api.get(
      'prompts?select=version,content,prompt_versions(version_number,change_description)&title=eq.Linux%20Terminal&version=gt.1',
    );
    expect(body).toEqual([
      {
        version: 4,
        content: source.find(({ act }) => act === 'Linux Terminal')?.prompt,
        prompt_versions: expect.arrayContaining([
          { version_number: 1, change_description: 'Initial version' },
          { version_number: 2, change_description: 'Ask for one block' },
          { version_number: 3, change_description: 'Name the shell' },
          { version_number: 4, change_description: 'Restored from version 1' },
        ]),
      },
    ]);
  });

  const title = `Linux Terminal of ${ada.name}`;
  await test.step('make it public', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Edit Prompt' });
    await panel.getByLabel('Title').fill(title);
    await panel.getByRole('switch', { name: 'Make Public' }).click();
    await panel.getByRole('button', { name: 'Update Prompt' }).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await shoot(page, '08-public');
  });

  const bobsPage = await freshPage(browser);
  await test.step('a second person finds it in the community and forks it', async () => {
    await enterAs(bobsPage, request, somebody('Bob'));
    await bobsPage.goto('/app/community');
    await bobsPage.getByRole('searchbox').fill(title);
    await expect(bobsPage.getByRole('link', { name: title, exact: true })).toBeVisible();
    await shoot(bobsPage, '09-community');
    await bobsPage.getByRole('button', { name: `Fork ${title}` }).click();
    const panel = bobsPage.getByRole('dialog', { name: 'Fork Prompt' });
    await expect(panel.getByLabel('Title')).toHaveValue(`${title} (Fork)`);
    await shoot(bobsPage, '10-fork');
    await panel.getByRole('button', { name: 'Fork Prompt' }).click();
    await expect(bobsPage.getByText('Prompt forked successfully!')).toBeVisible();

    const api = await RestClient.open(request, bobsPage);
    const mine = await api.get(
      'prompts?select=title,is_public,forked_from_version&is_public=is.false',
    );
    expect(mine.body).toEqual([
      { title: `${title} (Fork)`, is_public: false, forked_from_version: 5 },
    ]);
    const everything = await api.get('prompts?select=id&is_template=is.false&limit=1000');
    expect(everything.body).toHaveLength(2);
  });

  await test.step('a signed-out visitor sees nothing private over the API', async () => {
    const nobody = await RestClient.open(request, null);
    for (const table of ['prompts', 'prompt_versions', 'favorites', 'groups', 'prompt_details_v']) {
      const { status, body } = await nobody.get(`${table}?select=*`);
      expect([401, 200]).toContain(status);
      if (status === 200) expect(body).toEqual([]);
      else expect(body).toMatchObject({ code: '42501' });
    }
    const hers = await (
      await RestClient.open(request, page)
    ).get('prompts?select=id,is_public&is_template=is.false&order=is_public.desc&limit=2');
    const [open, closed] = hers.body as { id: string; is_public: boolean }[];
    expect([open?.is_public, closed?.is_public]).toEqual([true, false]);
    expect(JSON.stringify((await nobody.call('public_prompt', { id: open?.id })).body)).toContain(
      title,
    );
    expect((await nobody.call('public_prompt', { id: closed?.id })).body).toEqual([]);

    const strangersPage = await freshPage(browser);
    await strangersPage.goto(`/p/${open?.id}`);
    await expect(strangersPage.getByRole('heading', { name: title })).toBeVisible();
    await expect(strangersPage.getByRole('link', { name: 'Sign in to fork' })).toBeVisible();
    await shoot(strangersPage, '11-shared');
    await strangersPage.goto('/app/library');
    await expect(strangersPage).toHaveURL(/\/signin/);
  });
});
