import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { putInOutbox } from '#web/data/outbox/outbox-store.ts';
import { emptyValues } from '#web/data/prompts/prompt-values.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import OutboxList from './outbox-list.tsx';

const prompts = '/rest/v1/prompts';
const letter = '00000000-0000-4000-8000-0000000000a1';
const recipe = '00000000-0000-4000-8000-0000000000b1';

function refuse(promptId: string, title: string) {
  putInOutbox(session.user.id, {
    id: promptId,
    promptId,
    base: 1,
    from: null,
    values: { ...emptyValues, title, content: `${title} text` },
    unchanged: false,
    changeDescription: '',
    forkedFrom: null,
    state: 'refused',
    reason: 'The server said no',
  });
}

it('stays with the change that was opened last when an earlier one loads slowly', async () => {
  refuse(letter, 'Letter');
  refuse(recipe, 'Recipe');
  const slow = Promise.withResolvers<undefined>();
  backend.on('GET', '/rest/v1/groups', () => json([]));
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
