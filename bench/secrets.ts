import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const secrets = v.object({
  publishableKey: v.string(),
  secretKey: v.string(),
  signingKeys: v.array(v.looseObject({ kid: v.string() })),
});

/** Reads the keys that a server has stored in its data directory. */
export function readSecrets(dataDir: string): v.InferOutput<typeof secrets> {
  return v.parse(secrets, JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')));
}
