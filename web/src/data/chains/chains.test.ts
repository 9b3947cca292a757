import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { readChain } from './chains.ts';
import { saveChain } from './chain-mutations.ts';

vi.mock('#web/data/backend/client.ts', () => ({ db: {} }));
vi.mock('#web/data/backend/connection.ts', () => ({}));

it('sends no request for a chain without a valid id', async () => {
  await expect(readChain(undefined)).rejects.toThrow('Missing chain ID');
  await expect(readChain('not-one')).rejects.toThrow('Chain not found');
  const mutation = new QueryClient().getMutationCache().build(new QueryClient(), saveChain);
  const values = { title: 'Essay', description: '', steps: [] };
  await expect(mutation.execute({ id: undefined, base: '', values })).rejects.toThrow(
    'Chain ID is required for updates',
  );
});
