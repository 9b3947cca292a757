import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { ifExists } from '#contract/if-exists.ts';
import { CliError, exitCodes } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { writeAtomically } from '../folder/write-atomically.ts';

const hostSchema = v.object({
  token: v.string(),
  /** Only for a sign-in in the browser. */
  refresh: v.optional(
    v.object({
      token: v.string(),
      clientId: v.string(),
      issuer: v.string(),
      tokenEndpoint: v.string(),
      revocationEndpoint: v.optional(v.string()),
    }),
  ),
  /** In milliseconds since 1970; absent for a token that the person has created. */
  expiresAt: v.optional(v.number()),
});

const hostsSchema = v.object({
  /** The address that is used if none is given. */
  current: v.nullable(v.string()),
  hosts: v.record(v.string(), hostSchema),
});

/** The stored sign-in at one installation. */
export type HostCredentials = v.InferOutput<typeof hostSchema>;
type Hosts = v.InferOutput<typeof hostsSchema>;

/** Returns the file in which tokens are stored. */
export function credentialsPath({ env, platform, homeFolder }: Context): string {
  const folder =
    platform === 'win32'
      ? (env['APPDATA'] ?? join(homeFolder, 'AppData', 'Roaming'))
      : env['XDG_CONFIG_HOME'] || join(homeFolder, '.config');
  return join(folder, 'cuebook', 'hosts.json');
}

/** Returns the origin of an address; throws an error for what is no address. */
export function parseAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new CliError(
      `${JSON.stringify(address)} is no address. Give one such as https://prompts.example.com.`,
      exitCodes.usage,
    );
  }
  return url.origin;
}

/** Returns the address of the installation: option, environment, or the last sign-in. */
export async function findAddress(context: Context, option: string | undefined): Promise<string> {
  const given = option ?? (context.env['CUEBOOK_URL'] || undefined);
  if (given !== undefined) return parseAddress(given);
  const { current } = await readHosts(context);
  if (current !== null) return current;
  throw new CliError(
    'You are not signed in. Run `cuebook login ADDRESS` with the address of your Cuebook.',
    exitCodes.signIn,
  );
}

/** Returns the stored sign-in at an address. */
export async function readCredentials(
  context: Context,
  address: string,
): Promise<HostCredentials | undefined> {
  const { hosts } = await readHosts(context);
  return Object.hasOwn(hosts, address) ? hosts[address] : undefined;
}

/** Stores the sign-in at an address. A new one becomes the current one. */
export async function writeCredentials(
  context: Context,
  address: string,
  credentials: HostCredentials,
  { isNew }: { readonly isNew: boolean },
): Promise<void> {
  const { current, hosts } = await readHosts(context);
  await writeHosts(context, {
    current: isNew ? address : current,
    hosts: { ...hosts, [address]: credentials },
  });
}

/** Forgets the sign-in at an address. */
export async function removeCredentials(context: Context, address: string): Promise<void> {
  const { current, hosts } = await readHosts(context);
  const others = Object.fromEntries(Object.entries(hosts).filter(([host]) => host !== address));
  await writeHosts(context, {
    current: current === address ? (Object.keys(others)[0] ?? null) : current,
    hosts: others,
  });
}

async function writeHosts(context: Context, hosts: Hosts): Promise<void> {
  const path = credentialsPath(context);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeAtomically(path, `${JSON.stringify(hosts, null, 2)}\n`, 0o600);
}

async function readHosts(context: Context): Promise<Hosts> {
  const path = credentialsPath(context);
  const text = await ifExists(readFile(path, 'utf8'));
  if (text === null) return { current: null, hosts: {} };
  const hosts = v.safeParse(v.pipe(v.string(), v.parseJson(), hostsSchema), text);
  if (hosts.success) return hosts.output;
  throw new CliError(`${path} is damaged. Delete it, and run \`cuebook login\` again.`);
}
