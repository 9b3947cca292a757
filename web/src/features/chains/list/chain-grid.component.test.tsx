import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { lookAway } from '#web/testing/look-away.ts';
import { buildChainRow } from '#web/data/chains/testing/build-chain.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { Visits } from '#web/testing/visits.tsx';
import { ChainGrid } from './chain-grid.tsx';

it('says that it is loading until the chains are there', async () => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  backend.on('GET', '/rest/v1/chains', async () => {
    await loaded;
    return json([buildChainRow('Firm', { user_id: session.user.id })]);
  });
  await renderScreen(<ChainGrid />);
  await expect.element(page.getByText('Loading chains...')).toBeInTheDocument();
  load();
  await expect.element(page.getByRole('button', { name: 'Actions for Firm' })).toBeVisible();
  await expect.element(page.getByText('Loading chains...')).not.toBeInTheDocument();
});

it('refetches the chains on each visit and on window focus', async () => {
  let titles = ['First'];
  backend.on('GET', '/rest/v1/chains', () =>
    json(titles.map((title) => buildChainRow(title, { id: title, user_id: session.user.id }))),
  );
  await renderScreen(
    <Visits>
      <ChainGrid />
    </Visits>,
  );
  const menuOf = (title: string) => page.getByRole('button', { name: `Actions for ${title}` });
  await expect.element(menuOf('First')).toBeVisible();
  titles = ['First', 'Second'];
  lookAway();
  await expect.element(menuOf('Second')).toBeVisible();
  titles = ['First', 'Second', 'Third'];
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('button', { name: 'Visit' }).click();
  await expect.element(menuOf('Third')).toBeVisible();
});

it('shows a description from right to left in its own direction', async () => {
  const description = 'ثلاث خطوات لكتابة مقال.';
  backend.on('GET', '/rest/v1/chains', () =>
    json([buildChainRow('Firm', { user_id: session.user.id, description })]),
  );
  await renderScreen(<ChainGrid />);
  const text = page.getByText(description);
  await expect.element(text).toBeVisible();
  expect(getComputedStyle(text.element()).direction).toBe('rtl');
});
