import { CliError, exitCodes } from '../cli-error.ts';
import type { Invocation } from '../command.ts';
import type { Context } from '../context.ts';
import { refreshCredentials } from '../sign-in/oauth.ts';
import { findAddress, readCredentials, writeCredentials } from './credentials.ts';
import { Library } from './library.ts';
import { RestClient } from './rest-client.ts';

/** Returns the library that an invocation is about. */
export async function connect({ options }: Invocation, context: Context): Promise<Library> {
  const address = await findAddress(context, options.get('url'));
  const token = context.env['CUEBOOK_TOKEN'] || (await findStoredToken(context, address));
  if (token !== undefined) return new Library(new RestClient(address, token));
  throw new CliError(
    `You are not signed in to ${address}. Run \`cuebook login ${address}\`.`,
    exitCodes.signIn,
  );
}

/** Returns the stored token; of a sign-in by browser, a fresh one if it is about to expire. */
async function findStoredToken(context: Context, address: string): Promise<string | undefined> {
  const stored = await readCredentials(context, address);
  if (stored === undefined) return undefined;
  const credentials = await refreshCredentials(address, stored);
  if (credentials !== stored) {
    await writeCredentials(context, address, credentials, { isNew: false });
  }
  return credentials.token;
}
