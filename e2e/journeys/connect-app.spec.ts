import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { UnauthorizedError } from '@modelcontextprotocol/client';
import { expectAccessible } from '../fixtures/accessible.ts';
import { installAssistant } from '../fixtures/assistant.ts';
import { installCommandLine } from '../fixtures/command-line.ts';
import { linkMailedTo } from '../fixtures/mailbox.ts';
import { fillSignUp, somebody } from '../fixtures/person.ts';
import { RestClient } from '../fixtures/rest-client.ts';
import { expect, test } from '../fixtures/test.ts';

const execute = promisify(execFile);

test('a library is used by an assistant, as files, and by a program that reads a release', async ({
  page,
  request,
  baseURL,
}, testInfo) => {
  const site = baseURL ?? '';
  const ada = somebody('Ada');
  const allow = page.getByRole('button', { name: 'Allow' });
  let id = '';

  await fillSignUp(page, ada);
  await page.goto(await linkMailedTo(request, ada.email));
  await expect(page).toHaveURL(/\/app$/);
  let api = await RestClient.open(request, page);

  await test.step('stars three prompts of four', async () => {
    id = await api.prompt({
      title: 'Weekly report',
      content: 'Tell {{reader|choice:sales,support}} about the week.',
    });
    for (const title of ['Letter', 'Summary', 'Draft']) await api.prompt({ title, content: 'x' });
    await page.goto('/app/library');
    for (const title of ['Weekly report', 'Letter', 'Summary']) {
      const star = page.getByRole('button', { name: `Favourite ${title}` });
      await star.click();
      await expect(star).toHaveAttribute('aria-pressed', 'true');
    }
    await expect.poll(async () => (await api.rows('favorites?select=prompt_id')).length).toBe(3);
  });

  const assistant = await installAssistant('Desk editor', site);
  await test.step('lets an assistant in, which knows the address alone', async () => {
    await expect(assistant.connect()).rejects.toThrow(UnauthorizedError);
    await page.goto(assistant.consentUrl());
    // Another account may be signed in: the way back leads here again.
    await page.getByRole('button', { name: 'Use another account' }).click();
    await page.getByLabel('Email').fill(ada.email);
    await page.getByLabel('Password', { exact: true }).fill(ada.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
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

  await test.step('releases the version, which a program reads by its label', async () => {
    await page.goto(`/app/prompts/${id}`);
    await page.getByRole('button', { name: 'Label a version' }).click();
    const form = page.getByRole('dialog', { name: 'Label a version' });
    await form.getByLabel('Label').fill('production');
    await form.getByRole('button', { name: 'Set label' }).click();
    await expect(page.getByRole('list', { name: 'Labels' })).toContainText('productionVersion 3');
    await api.patch(`prompts?id=eq.${id}`, { content: 'Not released' });
    const token = await api.call('create_access_token', {
      name: 'A program',
      scopes: ['prompts:read'],
    });
    const { stdout } = await execute('curl', [
      '--silent',
      `${site}/api/v1/prompts/${name}@production`,
      '--header',
      `Authorization: Bearer ${String(token.body)}`,
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      label: 'production',
      version: 3,
      text: 'Tell {{reader}} about the year.',
    });
    const released = `${name}@production`;
    expect(await terminal.run('get', released, '--var', 'reader=Bob')).toBe(
      'Tell Bob about the year.',
    );
  });

  await test.step('ends the access of the assistant', async () => {
    await page.goto('/app/account');
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
