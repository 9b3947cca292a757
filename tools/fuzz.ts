/**
 * Sends random requests through the stages of /rest/v1 that need no database. Each must quickly be
 * refused with a protocol error, or become SQL without words from the request. Then a hundredth as
 * many calls of the product's functions and tables run on a database: none may fail.
 * `npm run fuzz [-- INPUTS [SEED]]`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { RestError } from '#server/rest/rest-error.ts';
import { findForeignWord } from '#server/testing/rest/foreign-word.ts';
import { promptsSchema } from '#server/testing/rest/prompts-schema.ts';
import { randomRequest } from '#server/testing/rest/random-request.ts';
import { SeededRandom } from '#server/testing/seeded-random.ts';
import { requestStatement } from '#server/testing/rest/request-statement.ts';

const [inputs = 1_000_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
/** Far above what any request takes, so that only a hang exceeds it. */
const slowMs = 5_000;

const schema = promptsSchema([
  { role: 'authenticator', name: 'pgrst.db_aggregates_enabled', value: 'on' },
]);
const random = new SeededRandom(seed);
let accepted = 0;
let slowest = 0;

function fail(problem: string, request: unknown, details: unknown): never {
  console.error(problem, JSON.stringify(request), details);
  console.error(`npm run fuzz -- ${inputs} ${seed}`);
  process.exit(1);
}

const start = performance.now();
for (let round = 0; round < inputs; round += 1) {
  const request = randomRequest(random);
  const before = performance.now();
  try {
    const { text } = requestStatement(request, schema);
    accepted += 1;
    const foreign = findForeignWord(text);
    if (foreign !== null) fail(`'${foreign}' reached SQL:`, request, text);
  } catch (error) {
    if (!(error instanceof RestError)) fail('It failed:', request, error);
  }
  const durationMs = performance.now() - before;
  slowest = Math.max(slowest, durationMs);
  if (durationMs > slowMs) fail(`It took ${Math.round(durationMs)} ms:`, request, '');
}
const seconds = (performance.now() - start) / 1000;
console.log(
  `${inputs} requests in ${seconds.toFixed(0)} s: ${accepted} became SQL, ${inputs - accepted} were refused, none failed; the slowest took ${slowest.toFixed(1)} ms (seed ${seed}).`,
);

const root = join(import.meta.dirname, '..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', 'server/rest/random/product-fuzz.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      FUZZ_ROUNDS: String(Math.ceil(inputs / 100)),
      FUZZ_SEED: String(seed),
    },
  },
);
process.exitCode = status ?? 1;
