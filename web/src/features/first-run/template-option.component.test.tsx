import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Prompt } from '#web/data/prompts/prompt.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { TemplateOption } from './template-option.tsx';

const prompts = '/rest/v1/prompts';

function template(id: string, title: string) {
  return {
    id,
    title,
    content: 'Reply to {{name}}',
    tags: [],
    version: 1,
    favorites: [],
    prompt_uses: [],
    groups: null,
  };
}
const reply = template('00000000-0000-4000-8000-000000115002', 'Clear a difficult reply');
const minutes = template('00000000-0000-4000-8000-000000118003', 'Usable minutes');

async function open() {
  const onCopy = vi.fn<(template: Prompt) => void>();
  const onTake = vi.fn<(template: Prompt) => void>();
  await renderScreen(<TemplateOption onCopy={onCopy} onTake={onTake} />);
  return { onCopy, onTake };
}

describe('TemplateOption', () => {
  it('offers its templates in their order, to fill in and to take', async () => {
    backend.on('GET', prompts, () => json([minutes, reply]));
    const { onCopy, onTake } = await open();
    const rows = page.getByRole('list', { name: 'Templates to begin with' }).getByRole('listitem');
    await expect
      .element(rows.first())
      .toHaveTextContent('Fill in and copy: Clear a difficult reply');
    await page.getByRole('button', { name: 'Fill in and copy: Usable minutes' }).click();
    expect(onCopy.mock.calls[0]?.[0]).toMatchObject({ title: 'Usable minutes' });
    await page.getByRole('button', { name: 'Add “Usable minutes” to your library' }).click();
    expect(onTake.mock.calls[0]?.[0]).toMatchObject({ content: 'Reply to {{name}}' });
  });

  it('offers the first templates of an installation that has none of these', async () => {
    backend.on('GET', prompts, ({ search }) =>
      json(search.has('id') ? [] : [template('11111111-0000-4000-8000-000000000001', 'Our own')]),
    );
    await open();
    await expect.element(page.getByText(/Our own/)).toBeVisible();
  });

  it('says that templates failed to load, and loads them on retry', async () => {
    backend.on('GET', prompts, () => refusal(403, '42501', 'out of order'));
    await open();
    await expect.element(page.getByText(/couldn't be loaded/)).toBeVisible();
    backend.on('GET', prompts, () => json([reply]));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText(/Clear a difficult reply/)).toBeVisible();
  });
});
