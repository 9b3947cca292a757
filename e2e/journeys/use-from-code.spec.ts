import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, userTest as test } from '../fixtures/test.ts';

const run = promisify(execFile);
const value = `it's "$HOME" $& {{x}} \\n 🎭`;

test('the code that the page shows runs as it is, and reads the released version', async ({
  page,
  me,
}, testInfo) => {
  const id = await me.api.prompt({ title: "Ada's letter", content: 'Dear {{name:friend}}.' });
  await me.api.patch(`prompts?id=eq.${id}`, { content: 'Not yet for {{name}}' });
  await me.api.call('move_prompt_label', { prompt_id: id, label: 'production', version_number: 1 });
  const token = await me.api.call('create_access_token', {
    name: 'A program',
    scopes: ['prompts:read'],
  });
  const env = { ...process.env, CUEBOOK_TOKEN: String(token.body) };

  const code = page.getByLabel('Code', { exact: true });
  const textOf = async (language: string) => {
    await page.getByText(language, { exact: true }).click();
    return (await code.textContent()) ?? '';
  };

  await page.goto(`/app/prompts/${id}`);
  await page.getByLabel('name', { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Use from code' }).click();
  await expect(code).toBeVisible();
  const filled = `Dear ${value}.`;
  const curl = await run('sh', ['-c', await textOf('curl')], { env });
  expect(JSON.parse(curl.stdout)).toMatchObject({ text: filled });
  const script = testInfo.outputPath('program.mts');
  await writeFile(script, await textOf('TypeScript'));
  const node = await run(process.execPath, [script], { env });
  expect(node.stdout.trimEnd()).toBe(filled);
  const python = await run('python3', ['-c', await textOf('Python')], { env });
  expect(python.stdout.trimEnd()).toBe(filled);
});
