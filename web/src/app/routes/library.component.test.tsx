import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Component as Library } from './library.tsx';

beforeEach(() => {
  backend.on('POST', '/rest/v1/rpc/count_prompts', () => json(0));
  backend.on('GET', '/rest/v1/prompts', () => json([]));
  backend.on('GET', '/rest/v1/favorites', () => json([]));
});

it('says that it is empty, and that a new prompt needs title and content', async () => {
  await renderScreen(<Library />);
  await expect
    .element(
      page.getByText(
        'No prompts found. Create your first prompt by clicking the "New Prompt" button above.',
      ),
    )
    .toBeVisible();
  await page.getByRole('button', { name: 'New Prompt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create Prompt' }).click();
  await expect.element(page.getByText('Title and content are required')).toBeVisible();
});

it('keeps Import in place when the library turns out to be empty', async () => {
  const counted = Promise.withResolvers<number>();
  backend.on('POST', '/rest/v1/rpc/count_prompts', async () => json(await counted.promise));
  await renderScreen(<Library />);
  const shown = page.getByRole('button', { name: 'Import' }).element();
  counted.resolve(0);
  await expect.element(page.getByRole('button', { name: 'Select' })).not.toBeInTheDocument();
  (shown as HTMLElement).click();
  await expect.element(page.getByRole('dialog', { name: 'Import prompts' })).toBeVisible();
  await expect.element(page.getByLabelText(/^Choose files/)).toBeInTheDocument();
});

it('shows number, order and filter in one row on a phone', async () => {
  await page.viewport(360, 740);
  backend.on('POST', '/rest/v1/rpc/count_prompts', () => json(1200));
  backend.on('GET', '/rest/v1/prompts', () => json([]));
  backend.on('GET', '/rest/v1/favorites', () => json([]));
  await renderScreen(
    <div className="px-4">
      <Library />
    </div>,
  );
  await expect.element(page.getByText('1,000+ prompts')).toBeVisible();
  const row = [page.getByLabelText('Sort'), page.getByRole('button', { name: 'Filter' })];
  const [sort, filter] = row.map((each) => each.element().getBoundingClientRect().top);
  expect(Math.abs((sort ?? 0) - (filter ?? 99))).toBeLessThan(5);
});
