import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { UnauthorizedError } from '@modelcontextprotocol/client';
import { expectAccessible } from '../fixtures/accessible.ts';
import { installAssistant } from '../fixtures/assistant.ts';
import { installCommandLine } from '../fixtures/command-line.ts';
import { signInPage } from '../fixtures/context-pool.ts';
import { sendSignIn } from '../fixtures/person.ts';
import { RestClient } from '../fixtures/rest-client.ts';
import { createUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';

const execute = promisify(execFile);

test('a library is used by an assistant, as files, and by a program that reads a release', async ({
  page,
  request,
  baseURL,
}, testInfo) => {
  const site = baseURL ?? '';
  const ada = await createUser(request, 'Ada');
  await signInPage(page, ada);
  const allow = page.getByRole('button', { name: 'Allow' });
  let { api } = ada;
  const id = await api.prompt({
    title: 'Weekly report',
    content: 'Tell {{reader|choice:sales,support}} about the week.',
  });
  await api.post('favorites', { prompt_id: id });
  for (const title of ['Letter', 'Summary']) {
    await api.post('favorites', { prompt_id: await api.prompt({ title, content: 'x' }) });
  }
  await api.prompt({ title: 'Draft', content: 'x' });

  const assistant = await installAssistant('Desk editor', site);
  await test.step('lets an assistant in, which knows the address alone', async () => {
    await expect(assistant.connect()).rejects.toThrow(UnauthorizedError);
    await page.goto(assistant.consentUrl());
    // Another account may be signed in: the way back leads here again.
    await page.getByRole('button', { name: 'Use another account' }).click();
    await sendSignIn(page, ada);
    await expect(page.getByText('Desk editor')).toBeVisible();
    api = await RestClient.open(request, page);
    await expect(page.getByText('Not verified')).toBeVisible();
    await expect(page.getByText('Create and change prompts')).toBeVisible();
    await expect(page.getByText(ada.email)).toBeVisible();
    await expectAccessible(page);
    await allow.click();
    await expect(page).toHaveTitle('Back in the app');
    await assistant.finish();
  });

  const client = await assistant.connect();
  let name = '';
  await test.step('lists, completes, gets and updates a prompt there', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ title }) => title)).toEqual(['Summary', 'Letter', 'Weekly report']);
    name = prompts.at(-1)?.name ?? '';
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name },
      argument: { name: 'reader', value: 'su' },
    });
    expect(completion.values).toEqual(['support']);
    const filled = await client.getPrompt({ name, arguments: { reader: 'support' } });
    expect(filled.messages[0]?.content).toEqual({
      type: 'text',
      text: 'Tell support about the week.',
    });
    await client.callTool({
      name: 'update_prompt',
      arguments: { prompt: name, base_version: 1, content: 'Tell {{reader}} about the month.' },
    });
    await client.close();
  });

  const terminal = await installCommandLine(testInfo.outputPath(), site);
  await test.step('pulls the library to files, edits one, and pushes it', async () => {
    await terminal.login(async (url) => {
      await page.goto(url);
      await allow.click();
      await expect(page.getByText('Go back to the terminal.')).toBeVisible();
    });
    await terminal.run('pull');
    const file = testInfo.outputPath('prompts/Weekly report.md');
    const text = await readFile(file, 'utf8');
    expect(text).toContain('Tell {{reader}} about the month.');
    await writeFile(file, text.replace('the month', 'the year'));
    expect(await terminal.run('push')).toBe('pushed\tWeekly report.md\n');
  });

  let token = '';
  const readRelease = () =>
    request.get(`${site}/api/v1/prompts/${name}@production`, {
      headers: { authorization: `Bearer ${token}` },
    });
  await test.step('releases the version, which a program reads by its label', async () => {
    await page.goto(`/app/prompts/${id}`);
    await page.getByRole('button', { name: 'Label a version' }).click();
    const form = page.getByRole('dialog', { name: 'Label a version' });
    await form.getByLabel('Label').fill('production');
    await form.getByRole('button', { name: 'Set label' }).click();
    await expect(page.getByRole('list', { name: 'Labels' })).toContainText('productionVersion 3');
    await api.patch(`prompts?id=eq.${id}`, { content: 'Not released' });
    await page.goto('/app/account');
    await page.getByRole('button', { name: 'Create a token' }).click();
    const tokenForm = page.getByRole('dialog', { name: 'Create a token' });
    await tokenForm.getByLabel('Name').fill('A program');
    await tokenForm.getByRole('button', { name: 'Create token' }).click();
    const shown = page.getByRole('dialog', { name: 'Your new token' });
    token = (await shown.getByLabel('Token', { exact: true }).textContent()) ?? '';
    const list = await execute('sh', ['-c', (await shown.locator('pre').textContent()) ?? '']);
    expect(list.stdout).toContain('Weekly report');
    await shown.getByRole('button', { name: 'Done' }).click();
    const response = await readRelease();
    expect(await response.json()).toMatchObject({
      label: 'production',
      version: 3,
      text: 'Tell {{reader}} about the year.',
    });
    const released = `${name}@production`;
    expect(await terminal.run('get', released, '--var', 'reader=Bob')).toBe(
      'Tell Bob about the year.',
    );
  });

  await test.step('ends the access of the program and the assistant', async () => {
    await page.reload();
    const program = page.getByRole('list', { name: 'Access tokens' }).getByRole('listitem');
    await expect(program).toContainText(`A programRead prompts · ends in ${token.slice(-4)}`);
    await expect(program).toContainText('Last used');
    await program.getByRole('button', { name: 'Revoke A program' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    // Not the row's absence: while the question is open, the page behind it has no roles.
    await expect(page.getByText('No tokens yet.')).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    expect((await readRelease()).status()).toBe(401);

    const listed = page
      .getByRole('list', { name: 'Connected apps' })
      .getByRole('listitem')
      .filter({ hasText: 'Desk editor' });
    await expect(listed).toContainText('Read prompts, create and change prompts');
    await expect(listed).toContainText('Last used');
    await listed.getByRole('button', { name: 'Revoke Desk editor' }).click();
    const confirm = page.getByRole('button', { name: 'Revoke', exact: true });
    await confirm.click();
    // The list behind the question is hidden, so the question must be gone first.
    await expect(confirm).toHaveCount(0);
    await expect(listed).toHaveCount(0);
    await expect(assistant.connect()).rejects.toThrow(UnauthorizedError);
  });
});

test('a request that would send access elsewhere is explained, and sent nowhere', async ({
  page,
  request,
  baseURL,
}) => {
  const registered = await request.post('/auth/v1/oauth/clients/register', {
    data: { client_name: 'Desk editor', redirect_uris: ['https://editor.example/callback'] },
  });
  const { client_id: id } = (await registered.json()) as { client_id: string };
  const query = new URLSearchParams({ client_id: id, redirect_uri: 'https://evil.example/' });
  await page.goto(`/auth/v1/oauth/authorize?${query}`);
  await expect(page.getByRole('heading', { name: "This app can't be connected" })).toBeVisible();
  await expect(page.getByText(/That may be an attempt to steal access/)).toBeVisible();
  expect(new URL(page.url()).origin).toBe(new URL(baseURL ?? '').origin);
});
