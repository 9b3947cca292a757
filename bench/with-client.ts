import { Client, type ClientConfig } from 'pg';

/** Runs `work` with a connection that ends afterwards. */
export async function withClient<Result>(
  login: ClientConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(login);
  // A lost connection rejects the running query, too; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
