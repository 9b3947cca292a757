import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { insertPrompts } from '../insert-prompts.ts';
import { cpuTimeMs, readPostmasterPid } from '../process-stats.ts';
import { promptText } from '../prompt-text.ts';
import { aligned, machineLoad, median, quantile } from '../report.ts';
import { insertPeople } from '../seed.ts';
import { groupId, personId, promptId } from '../seed-ids.ts';
import { startServer, superuserOf, type ServerProcess } from '../server-process.ts';
import { withClient } from '../with-client.ts';

export interface McpOptions {
  /** Prompts of the larger library. */
  readonly prompts: number;
  readonly rounds: number;
}

/** Prompts of the smaller library. As many are listed in both, spread over the whole library. */
const listedCount = 100;
const pageSize = 50;
/** Requests for each list of a library in a round. */
const requestsEach = 200;
const batch = 2_000;
const start = Date.UTC(2025, 0, 1);

interface Library {
  readonly person: number;
  readonly prompts: number;
  readonly token: string;
}

/** Creates an access token as the database does, since people create theirs on the page. */
async function createToken(client: Client, person: number): Promise<string> {
  const digits = randomBytes(20).toString('hex');
  const token = `cbk_${digits}${createHash('sha256').update(digits).digest('hex').slice(0, 8)}`;
  await client.query(
    `insert into public.access_tokens (user_id, name, scopes, token_hash, last_characters)
     values ($1, 'Benchmark', '{prompts:read}', $2, $3)`,
    [personId(person), createHash('sha256').update(token).digest(), token.slice(-4)],
  );
  return token;
}

/**
 * Stores a library, and a favourite and a member of a group for every so many of its prompts. Leaves
 * out versions and search rows, which no list of these reads.
 */
async function storeLibrary(client: Client, person: number, prompts: number): Promise<Library> {
  const token = await createToken(client, person);
  await client.query(`insert into public.groups (id, name, user_id) values ($1, 'Listed', $2)`, [
    groupId(person),
    personId(person),
  ]);
  const gap = prompts / listedCount;
  const first = person * 1_000_000;
  for (let from = 0; from < prompts; from += batch) {
    const rows = Array.from({ length: Math.min(batch, prompts - from) }, (_, index) => {
      const number = from + index;
      const { title, content, description, tags } = promptText(number);
      const time = new Date(start + number * 1_000).toISOString();
      return {
        id: promptId(first + number),
        title,
        content,
        description,
        tags,
        group_id: number % gap === 0 ? groupId(person) : null,
        created_at: time,
        updated_at: time,
        user_id: personId(person),
      };
    });
    await insertPrompts(client, rows);
  }
  await client.query(
    `insert into public.favorites (user_id, prompt_id, created_at)
     select user_id, id, created_at from public.prompts where group_id = $1`,
    [groupId(person)],
  );
  return { person, prompts, token };
}

async function seed(dataDir: string, prompts: number): Promise<Library[]> {
  console.log(`Creating libraries of ${listedCount} and ${prompts} prompts …`);
  return withClient(superuserOf(dataDir), async (client) => {
    await client.query('set synchronous_commit = off');
    await insertPeople(client, 2);
    await client.query('set session_replication_role = replica');
    const libraries = [
      await storeLibrary(client, 1, listedCount),
      await storeLibrary(client, 2, prompts),
    ];
    await client.query('set session_replication_role = default');
    await client.query('vacuum analyze');
    return libraries;
  });
}

/** Requests the first page of a list, and checks that it is full. */
async function requestList({ port }: ServerProcess, token: string, query: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/mcp${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list' }),
  });
  const text = await response.text();
  const listed = text.match(/"name":"[^"]*-[0-9a-f]{16}"/g)?.length ?? 0;
  if (response.ok && listed === pageSize) return;
  throw new Error(`A list has ${listed} prompts (${response.status}): ${text.slice(0, 500)}`);
}

const lists = [
  { name: 'favourites', query: () => '' },
  { name: 'a group', query: ({ person }: Library) => `?list=group:${groupId(person)}` },
];

/** Measures `prompts/list` of /mcp in a small and a large library, and prints a table. */
export async function measureMcp({ prompts, rounds }: McpOptions): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cuebook-bench-mcp-'));
  const server = await startServer(dataDir, 'warn');
  try {
    const libraries = await seed(dataDir, prompts);
    const roots = [server.pid, readPostmasterPid(dataDir)];
    const series = lists.flatMap((list) =>
      libraries.map((library) => ({ list, library, ms: [] as number[], cost: [] as number[] })),
    );
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      console.log(`Round ${round} of ${rounds}, ${machineLoad()}`);
      for (const { list, library, ms, cost } of series) {
        const before = cpuTimeMs(roots);
        const times: number[] = [];
        for (let request = 0; request < requestsEach; request += 1) {
          const began = performance.now();
          await requestList(server, library.token, list.query(library));
          times.push(performance.now() - began);
        }
        if (round === 0) continue;
        ms.push(...times);
        cost.push(((cpuTimeMs(roots) ?? Number.NaN) - (before ?? Number.NaN)) / requestsEach);
      }
    }
    const rows = series.map(({ list, library, ms, cost }) => [
      list.name,
      String(library.prompts),
      ...[quantile(ms, 0.5), quantile(ms, 0.95), median(cost)].map((value) => value.toFixed(2)),
    ]);
    console.log(`\n${aligned([['list', 'prompts', 'p50 ms', 'p95 ms', 'CPU ms'], ...rows])}`);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
