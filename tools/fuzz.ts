/**
 * Sends requests made at random through everything of /rest/v1 that needs no database: each must be refused with the
 * protocol's error or become a statement of the server's own words, and soon. `npm run fuzz [-- INPUTS [SEED]]`.
 */
import { RestError } from '#server/rest/rest-error.ts';
import { foreignWord } from '#server/testing/rest/only-ours.ts';
import { promptsSchema } from '#server/testing/rest/prompts-schema.ts';
import { randomRequest } from '#server/testing/rest/random-request.ts';
import { Seeded } from '#server/testing/rest/seeded.ts';
import { writeRequest } from '#server/testing/rest/write-request.ts';

const [inputs = 1_000_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
/** Far from what any takes, and near enough to tell what hangs. */
const slowMs = 5_000;

const schema = promptsSchema([
  { role: 'authenticator', name: 'pgrst.db_aggregates_enabled', value: 'on' },
]);
const random = new Seeded(seed);
let written = 0;
let slowest = 0;

function tell(what: string, request: unknown, more: unknown): never {
  console.error(what, JSON.stringify(request), more);
  console.error(`npm run fuzz -- ${inputs} ${seed}`);
  process.exit(1);
}

const start = performance.now();
for (let round = 0; round < inputs; round += 1) {
  const request = randomRequest(random);
  const before = performance.now();
  try {
    const { text } = writeRequest(request, schema);
    written += 1;
    const foreign = foreignWord(text);
    if (foreign !== null) tell(`'${foreign}' reached SQL:`, request, text);
  } catch (error) {
    if (!(error instanceof RestError)) tell('It failed:', request, error);
  }
  const took = performance.now() - before;
  slowest = Math.max(slowest, took);
  if (took > slowMs) tell(`It took ${Math.round(took)} ms:`, request, '');
}
const seconds = (performance.now() - start) / 1000;
console.log(
  `${inputs} requests in ${seconds.toFixed(0)} s: ${written} written, ${inputs - written} refused, none worse; the slowest took ${slowest.toFixed(1)} ms (seed ${seed}).`,
);
