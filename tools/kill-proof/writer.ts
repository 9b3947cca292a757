/** Writes rows until it is killed, and prints the id of each acknowledged row. */
import { randomUUID } from 'node:crypto';
import { openProofDatabase } from '#tools/kill-proof/open-proof-database.ts';

const [dataDir = ''] = process.argv.slice(2);
const database = await openProofDatabase(dataDir);
const requestSettings = {
  role: 'service_role',
  claims: '{"role":"service_role"}',
  method: 'POST',
  path: '/kill_proof',
  headers: '{}',
  searchPath: ['public'],
  readOnly: false,
  statementTimeoutMs: 10_000,
  caller: 'kill-proof',
  cost: 'steady' as const,
};

async function write(): Promise<never> {
  for (;;) {
    const id = randomUUID();
    await database.requests.run(requestSettings, {
      text: 'insert into public.kill_proof (id) values ($1)',
      values: [id],
    });
    process.stdout.write(`${id}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, write));
