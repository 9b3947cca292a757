import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { listen } from './listen.ts';

it('listen rejects with one sentence if the port is in use', async () => {
  const [first, second] = [createServer(), createServer()];
  const port = await listen(first, '127.0.0.1', 0);
  await expect(listen(second, '127.0.0.1', port)).rejects.toThrow(
    `Port ${port} is in use; stop the other program or set PORT to another number.`,
  );
  first.close();
});

it('listen rejects with one sentence if HOST is not an address of this machine', async () => {
  await expect(listen(createServer(), '203.0.113.9', 0)).rejects.toThrow(
    'HOST 203.0.113.9 is not an address of this machine.',
  );
});
