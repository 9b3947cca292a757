import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { buildChainRow } from '#web/data/chains/testing/build-chain.ts';
import { ChainLoader } from './chain-loader.tsx';

const chains = '/rest/v1/chains';
const id = '00000000-0000-4000-8000-0000000000c1';

it.each([
  { id: 'nothing', name: 'no id', forForm: false },
  { id: 'nothing', name: 'no id, in the form', forForm: true },
  { id, name: 'the id of no chain that the person reads', forForm: false },
])('leads to the list of chains from $name', async ({ id: asked, forForm }) => {
  backend.on('GET', chains, () => json([]));
  const { currentPath } = await renderScreen(
    <ChainLoader id={asked} fresh={forForm} forForm={forForm}>
      {() => 'A chain'}
    </ChainLoader>,
    '/app/chains/:id',
    `/app/chains/${asked}`,
  );
  await expect.element(page.getByText('Chain not found').first()).toBeVisible();
  expect(currentPath()).toBe('/app/chains');
});

it('says why a chain failed to load, and loads it on retry', async () => {
  backend.on('GET', chains, () => refusal(400, 'P0001', 'no luck today'));
  await renderScreen(<ChainLoader id={id}>{({ title }) => <h1>{title}</h1>}</ChainLoader>);
  await expect.element(page.getByText('Failed to load chain').first()).toBeVisible();
  await expect.element(page.getByText('no luck today').first()).toBeVisible();
  backend.on('GET', chains, () => json([{ ...buildChainRow('Mine'), chain_prompts: [] }]));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Mine' })).toBeVisible();
});
