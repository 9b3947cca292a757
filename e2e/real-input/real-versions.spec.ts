import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

interface History {
  readonly title: string;
  readonly versions: readonly { readonly content: string }[];
}

interface Version {
  readonly id: string;
  readonly prompt_id: string;
  readonly version_number: number;
  readonly title: string;
  readonly content: string;
}

/** Number of windows that write at the same time. */
const windows = 2;

/** Creates a prompt and saves each later state in the panel, as a person does. */
async function live(page: Page, { title, versions }: History): Promise<string> {
  await page.goto('/app/library');
  await page.getByRole('button', { name: 'New Prompt' }).first().click();
  const creator = page.getByRole('dialog', { name: 'Create New Prompt' });
  await creator.getByLabel('Title').fill(title);
  await creator.getByLabel('Content').fill(versions[0]?.content ?? '');
  const stored = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/prompts?'),
  );
  await creator.getByRole('button', { name: 'Create Prompt' }).click();
  const [row] = (await (await stored).json()) as { id: string }[];
  const id = row?.id ?? '';
  await expect(creator).toBeHidden();

  await page.goto(`/app/prompts/${id}`);
  const editor = page.getByRole('dialog', { name: 'Edit Prompt' });
  for (const [index, { content }] of versions.entries()) {
    if (index === 0) continue;
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await editor.getByLabel('Content').fill(content);
    await editor.getByRole('button', { name: 'Update Prompt' }).click();
    await expect(editor).toBeHidden();
    await expect(page.getByText(`Version ${index + 1}`, { exact: true })).toBeVisible();
  }
  return id;
}

test('real edit histories are replayed in the panel, and every version matches byte for byte', async ({
  me,
  pageOf,
}) => {
  test.setTimeout(900_000);
  const lines = (await readFile(process.env['CUEBOOK_VERSIONS'] ?? '', 'utf8')).trimEnd();
  const histories = lines.split('\n').map((line) => JSON.parse(line) as History);
  const lived = new Map<string, History>();
  const rest = histories.values();
  await Promise.all(
    Array.from({ length: windows }, async () => {
      const page = await pageOf(me);
      // The iterator is shared: each window takes the next history.
      for (const history of rest) lived.set(await live(page, history), history);
    }),
  );

  const stored = await me.api.all<Version>(
    'prompt_versions?select=id,prompt_id,version_number,title,content',
  );
  for (const [id, { title, versions }] of lived) {
    const states = stored
      .filter(({ prompt_id }) => prompt_id === id)
      .toSorted((one, other) => one.version_number - other.version_number);
    expect(states.map(({ version_number, ...state }) => [version_number, state.title])).toEqual(
      versions.map((_, index) => [index + 1, title]),
    );
    expect(states.map(({ content }) => content)).toEqual(versions.map(({ content }) => content));
  }
  expect(lived.size).toBe(histories.length);

  // Restores the first state of the prompt that changed most.
  const [most] = [...lived].toSorted(
    ([, one], [, other]) => other.versions.length - one.versions.length,
  );
  if (!most) throw new Error('The file holds no history');
  const [id, { title, versions }] = most;
  const page = await pageOf(me);
  await page.goto(`/app/prompts/${id}`);
  await page.getByRole('button', { name: /^Version History/ }).click();
  await page.getByRole('button', { name: 'Restore version 1', exact: true }).click();
  await expect(page.getByText('Version restored successfully!')).toBeVisible();
  expect(await me.api.rows(`prompts?select=title,content&id=eq.${id}`)).toEqual([
    { title, content: versions[0]?.content },
  ]);
});
