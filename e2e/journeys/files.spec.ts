import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures/test.ts';
import { createUser } from '../fixtures/signed-in-user.ts';

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const everyByte = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
/** More than one chunk of an upload. */
const large = Buffer.alloc(7 * 1024 * 1024, everyByte);

test('an avatar and files: uploaded, shown, forked, exported and imported', async ({
  page,
  me,
  pageOf,
  request,
}) => {
  await page.goto('/app/account');
  await page.getByRole('button', { name: 'Change avatar' }).click();
  await page
    .getByLabel(/Upload a picture/)
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: pixel });
  await page.getByRole('button', { name: 'Save avatar' }).click();
  await expect(page.getByText('Account settings saved successfully!')).toBeVisible();
  const avatar = page.getByRole('button', { name: /account menu/ }).locator('img');
  await expect(avatar).toHaveAttribute('src', new RegExp(`/avatars/${me.id}/`));

  const id = await me.api.prompt({ title: 'With files', content: 'Read me', is_public: true });
  await page.goto(`/app/prompts/${id}`);
  await page.getByLabel(/Add files/).setInputFiles([
    { name: 'pixel.png', mimeType: 'image/png', buffer: pixel },
    { name: 'large file.bin', mimeType: 'application/octet-stream', buffer: large },
  ]);
  const list = page.getByRole('list', { name: 'Files of this prompt' });
  await expect(list.getByRole('link', { name: 'pixel.png' })).toBeVisible();
  await expect(list.getByRole('link', { name: 'large file.bin' })).toBeVisible();
  await expect
    .poll(() => list.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);

  const visitor = await pageOf(null);
  await visitor.goto(`/p/${id}`);
  await expect(visitor.locator(`img[src*="/avatars/${me.id}/"]`)).toBeVisible();
  const [publicFile] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('link', { name: 'Download large file.bin' }).click(),
  ]);
  expect(publicFile.suggestedFilename()).toBe('large file.bin');
  expect(large.equals(await readFile(await publicFile.path()))).toBe(true);

  const otto = await createUser(request, 'Otto');
  const reader = await pageOf(otto);
  await reader.goto(`/app/prompts/${id}`);
  await expect(reader.getByRole('link', { name: 'pixel.png' })).toBeVisible();
  await expect(reader.getByLabel(/Add files/)).toHaveCount(0);
  await reader.getByRole('button', { name: 'Fork Prompt', exact: true }).click();
  await reader
    .getByRole('dialog', { name: 'Fork Prompt' })
    .getByRole('button', { name: 'Fork Prompt' })
    .click();
  await expect(reader.getByRole('heading', { name: 'With files (Fork)' })).toBeVisible();
  await expect(reader.getByRole('link', { name: 'large file.bin' })).toBeVisible();

  await page.goto('/app/account');
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export everything' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const archive = test.info().outputPath(download.suggestedFilename());
  await download.saveAs(archive);
  expect(archive).toMatch(/-json\.zip$/);

  const ida = await createUser(request, 'Ida');
  const importer = await pageOf(ida);
  await importer.goto('/app/library');
  await importer.getByRole('button', { name: 'Import', exact: true }).first().click();
  const chooser = importer
    .getByRole('dialog', { name: 'Import prompts' })
    .locator('input[type=file]');
  await chooser.setInputFiles(archive);
  await expect(importer.getByText('2 files will be attached.')).toBeVisible();
  await importer.getByRole('button', { name: 'Import 1 prompt' }).click();
  await expect(importer.getByText('2 files were attached.')).toBeVisible();
  const [imported] = await ida.api.rows<{ id: string }>(`prompts?select=id&user_id=eq.${ida.id}`);
  await importer.goto(`/app/prompts/${imported?.id}`);
  await importer.getByRole('button', { name: 'Actions for large file.bin' }).click();
  const [copy] = await Promise.all([
    importer.waitForEvent('download'),
    importer.getByRole('menuitem', { name: 'Download' }).click(),
  ]);
  expect(large.equals(await readFile(await copy.path()))).toBe(true);

  // Unpublished, the files are gone for visitors. Otto keeps those of his fork.
  await me.api.patch(`prompts?id=eq.${id}`, { is_public: false });
  expect((await visitor.goto(`/p/${id}`))?.status()).toBe(404);
  await reader.reload();
  await expect(reader.getByRole('link', { name: 'large file.bin' })).toBeVisible();
});

test('files chosen for a new prompt survive a reload, and are uploaded once it is stored', async ({
  page,
  me,
}) => {
  const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
  const files = page.getByRole('list', { name: 'Files of this prompt' });
  await page.goto('/app/prompts/new');
  await page.getByLabel(/Add files/).setInputFiles([text('brief.txt'), text('wrong.txt')]);
  await expect(files.getByText('Uploads when saved')).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove wrong.txt' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('With a brief');
  await page.reload();
  await expect(page.getByText(/^Unsaved changes from/)).toContainText('With a brief');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(files.getByRole('listitem')).toHaveText([/brief\.txt/]);
  await page.getByRole('textbox', { name: 'Content' }).fill('Read the brief.');
  const stored = () =>
    me.api.rows(`prompt_attachments?select=name&created_by=eq.${me.id}&order=id`);
  expect(await stored()).toEqual([]);
  await page.getByRole('button', { name: 'Create Prompt' }).click();
  await expect(files.getByRole('link', { name: 'brief.txt' })).toBeVisible();

  // Offline, in the panel: the files follow the queued save.
  await page.goto('/app/library');
  await page.getByRole('button', { name: 'New Prompt', exact: true }).first().click();
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  await panel.getByLabel(/Add files/).setInputFiles(text('later.txt'));
  await panel.getByLabel('Title').fill('Offline');
  await panel.getByRole('textbox', { name: 'Content' }).fill('Later');
  await page.context().setOffline(true);
  await panel.getByRole('button', { name: 'Create Prompt' }).click();
  await expect(panel).toBeHidden();
  await page.context().setOffline(false);
  await expect.poll(stored).toEqual([{ name: 'brief.txt' }, { name: 'later.txt' }]);
});
