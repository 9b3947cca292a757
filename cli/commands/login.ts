import { hostname } from 'node:os';
import { CliError, exitCodes } from '../cli-error.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import {
  credentialsPath,
  findAddress,
  type HostCredentials,
  parseAddress,
  writeCredentials,
} from '../library/credentials.ts';
import { Library } from '../library/library.ts';
import { RestClient } from '../library/rest-client.ts';
import { signInWithBrowser } from '../sign-in/oauth.ts';

const tokenForm = /^cbk_[0-9a-f]{48}$/;

export const login: Command = {
  name: 'login',
  summary: 'Sign in to an installation',
  arguments: '[ADDRESS]',
  argumentCount: [0, 1],
  details: [
    'Opens the browser, where you allow access to your prompts. You end it with `cuebook logout`, or on your account page.',
    'Without a browser on this machine, create an access token on your account page, and give it on stdin with --with-token. The scope prompts:read is enough to list, get and pull; push needs prompts:write.',
    'What is stored stands in a file that only you can read.',
  ],
  options: [
    { name: 'read-only', description: 'Ask for access that changes nothing.' },
    { name: 'with-token', description: 'Read an access token from stdin.' },
  ],
  examples: [
    ['cuebook login https://prompts.example.com', 'Sign in with the browser'],
    [
      'cuebook login https://prompts.example.com --with-token < token.txt',
      'Sign in with a token that you have created',
    ],
  ],
  async run({ arguments: [given], options }, context) {
    const address =
      given === undefined ? await findAddress(context, options.get('url')) : parseAddress(given);
    if (options.has('with-token') && options.has('read-only')) {
      throw new CliError(
        'A token has its own scopes: use --read-only without --with-token.',
        exitCodes.usage,
      );
    }
    if (isUnprotected(address)) {
      context.note(
        `warning: ${address} is not encrypted; others on the network can read the token.`,
      );
    }
    const credentials: HostCredentials = options.has('with-token')
      ? { token: await readToken(context) }
      : await signInWithBrowser(address, context, {
          scopes: options.has('read-only') ? ['prompts:read'] : ['prompts:read', 'prompts:write'],
          appName: `Command line on ${hostname()}`,
        });
    await new Library(new RestClient(address, credentials.token)).check();
    await writeCredentials(context, address, credentials, { isNew: true });
    context.note(`Signed in to ${address}. The token is stored in ${credentialsPath(context)}.`);
    return exitCodes.success;
  },
};

async function readToken(context: Context): Promise<string> {
  if (context.canAsk) context.note('Paste the access token, then press Enter and Ctrl+D.');
  const token = (await context.readInput()).trim();
  if (tokenForm.test(token)) return token;
  throw new CliError(
    'This is no access token: one starts with cbk_. Create one on your account page.',
  );
}

function isUnprotected(address: string): boolean {
  const { protocol, hostname: host } = new URL(address);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}
