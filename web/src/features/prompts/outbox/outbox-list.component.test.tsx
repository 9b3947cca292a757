import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { connection } from '#web/data/backend/connection.ts';
import { putInOutbox, type QueuedSave } from '#web/data/outbox/outbox-store.ts';
import { emptyValues } from '#web/data/prompts/prompt-values.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import OutboxList from './outbox-list.tsx';

const prompts = '/rest/v1/prompts';
const letter = '00000000-0000-4000-8000-0000000000a1';
const recipe = '00000000-0000-4000-8000-0000000000b1';

function queue(promptId: string, title: string, fields: Partial<QueuedSave> = {}) {
  putInOutbox(session.user.id, {
    id: promptId,
    promptId,
    base: 1,
    from: null,
    values: { ...emptyValues, title, content: `${title} text` },
    unchanged: false,
    changeDescription: '',
    forkedFrom: null,
    state: 'waiting',
    reason: null,
    ...fields,
  });
}

const refused = { state: 'refused', reason: 'The server said no' } as const;
const outbox = page.getByRole('region', { name: 'Unsynced changes' });

it('stays with the change that was opened last when an earlier one loads slowly', async () => {
  queue(letter, 'Letter', refused);
  queue(recipe, 'Recipe', refused);
  const slow = Promise.withResolvers<undefined>();
  backend.on('PATCH', prompts, () => json([{ version: 2 }]));
  backend.on('GET', '/rest/v1/readable_prompts', async ({ search }) => {
    const id = search.get('id') === `eq.${letter}` ? letter : recipe;
    if (id === letter) await slow.promise;
    return json(promptRow({ id }));
  });
  const { client } = await renderScreen(<OutboxList />);
  const reviewOf = (title: string) =>
    page.getByRole('listitem').filter({ hasText: title }).getByRole('button', { name: 'Review' });
  await reviewOf('Letter').click();
  await reviewOf('Recipe').click();
  const title = page.getByRole('dialog').getByLabelText('Title');
  await expect.element(title).toHaveValue('Recipe');
  await title.fill('Cake');
  slow.resolve(undefined);
  await expect.poll(() => client.getQueryData(queryKeys.prompts.detail(letter))).toBeDefined();
  await page.getByRole('button', { name: 'Update Prompt' }).click();
  await expect.poll(() => backend.sent('PATCH', prompts)).toHaveLength(1);
  const [sent] = backend.sent('PATCH', prompts);
  expect(sent?.search.get('id')).toBe(`eq.${recipe}`);
  expect(sent?.body).toMatchObject({ title: 'Cake', content: 'Recipe text' });
});

it('says that a busy server keeps a change waiting, and sends it later', async () => {
  onTestFinished(() => connection.report(true));
  backend.on('PATCH', prompts, () => refusal(503, '53300', 'too many clients'));
  backend.on('GET', '/rest/v1/readable_prompts', () => json([]));
  queue(letter, 'Letter');
  await renderScreen(<OutboxList />);
  await expect.element(outbox.getByText('Waiting to sync')).toBeVisible();
  await expect.element(outbox.getByText(/as soon as the server responds\./)).toBeVisible();
  const sync = outbox.getByRole('button', { name: 'Sync now' });
  await expect.element(sync).not.toHaveAttribute('aria-busy', 'true');
  backend.on('PATCH', prompts, () => json([{ version: 2 }]));
  await sync.click();
  await expect.element(page.getByText('Synced: “Letter”')).toBeVisible();
  await expect.element(outbox).not.toBeInTheDocument();
});

it('merges a change with a newer version of elsewhere, and then the one that was based on it', async () => {
  const versions = [
    { title: 'Soup', content: 'Boil water.\n\nAdd salt.\n' },
    { title: 'Good soup', content: 'Boil water.\n\nAdd salt.\n' },
  ];
  const much = 'Boil much water.\n\nAdd salt.\n';
  const pepper = 'Boil much water.\n\nAdd salt and pepper.\n';
  backend.on('GET', '/rest/v1/readable_prompts', () =>
    json([promptRow({ id: recipe, version: versions.length, ...versions.at(-1) })]),
  );
  backend.on('GET', '/rest/v1/prompt_versions', ({ search }) => {
    const number = Number(search.get('version_number')?.slice('eq.'.length));
    const { version: _version, ...row } = promptRow({ prompt_id: recipe, created_by: null });
    return json([{ ...row, version_number: number, ...versions[number - 1] }]);
  });
  backend.on('PATCH', prompts, ({ search, body }) => {
    if (search.get('version') !== `eq.${versions.length}`) return json([]);
    const { title, content } = body as { readonly title: string; readonly content: string };
    versions.push({ title, content });
    return json([{ version: versions.length }]);
  });
  const valuesOf = (content: string) => ({ ...emptyValues, title: 'Soup', content });
  queue(recipe, 'Soup', { id: '1', values: valuesOf(much) });
  queue(recipe, 'Soup', { id: '2', base: 2, from: valuesOf(much), values: valuesOf(pepper) });
  await renderScreen(<OutboxList />);
  const merge = page.getByRole('dialog', { name: 'This prompt was changed in another tab' });
  const merged = merge.getByLabelText('Merged content');
  const save = merge.getByRole('button', { name: 'Save merged version' });
  for (const text of [much, pepper]) {
    await outbox.getByRole('button', { name: 'Review' }).click();
    await expect.element(merge.getByText(/Nothing has been overwritten\./)).toBeVisible();
    await expect.element(merged).toHaveTextContent(text.replaceAll('\n', ''));
    await save.click();
    await expect.element(merge).not.toBeInTheDocument();
  }
  await expect.element(outbox).not.toBeInTheDocument();
  expect(versions.slice(2)).toEqual([
    { title: 'Good soup', content: much },
    { title: 'Good soup', content: pepper },
  ]);
});

it('sends on the next visit what was saved after the session had ended', async () => {
  backend.on('POST', prompts, ({ body }) => json([body], 201));
  queue(letter, 'Letter', { base: null });
  await renderScreen(<OutboxList />);
  await expect.element(page.getByText('Synced: “Letter”')).toBeVisible();
  expect(backend.sent('POST', prompts)[0]?.body).toMatchObject({ id: letter, title: 'Letter' });
});
