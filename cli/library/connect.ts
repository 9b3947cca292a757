import { CliError, exitCodes } from '../cli-error.ts';
import type { Invocation } from '../command.ts';
import type { Context } from '../context.ts';
import { findAddress, readCredentials } from './credentials.ts';
import { Library } from './library.ts';
import { RestClient } from './rest-client.ts';

/** Returns the library that an invocation is about. */
export async function connect({ options }: Invocation, context: Context): Promise<Library> {
  const address = await findAddress(context, options.get('url'));
  const token = context.env['CUEBOOK_TOKEN'] || (await readCredentials(context, address))?.token;
  if (token !== undefined) return new Library(new RestClient(address, token));
  throw new CliError(
    `You are not signed in to ${address}. Run \`cuebook login --url ${address}\`.`,
    exitCodes.signIn,
  );
}
