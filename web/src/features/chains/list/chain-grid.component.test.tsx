import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { buildChainRow } from '#web/data/chains/testing/build-chain.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
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
