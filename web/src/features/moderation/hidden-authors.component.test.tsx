import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { HiddenAuthors } from './hidden-authors.tsx';

const authors = '/rest/v1/hidden_authors';

it('says what could not be loaded, and tries again', async () => {
  backend.on('GET', authors, () => refusal(403, '42501', 'not now'));
  await renderScreen(<HiddenAuthors />);
  await expect.element(page.getByText("Couldn't load your hidden authors")).toBeVisible();
  backend.on('GET', authors, () => json([]));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('No hidden authors.')).toBeVisible();
});
