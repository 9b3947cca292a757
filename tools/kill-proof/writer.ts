/** Writes rows until it is killed, and prints the id of each that the database has acknowledged. */
import { randomUUID } from 'node:crypto';
import { openForProof } from '#tools/kill-proof/open.ts';

const [dataDir = ''] = process.argv.slice(2);
const database = await openForProof(dataDir);
const frame = {
  role: 'service_role',
  claims: '{"role":"service_role"}',
  method: 'POST',
  path: '/kill_proof',
  headers: '{}',
  searchPath: ['public'],
  readOnly: false,
  statementTimeoutMs: 10_000,
};

async function write(): Promise<never> {
  for (;;) {
    const id = randomUUID();
    await database.requests.run(frame, {
      text: 'insert into public.kill_proof (id) values ($1)',
      values: [id],
    });
    process.stdout.write(`${id}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, write));
