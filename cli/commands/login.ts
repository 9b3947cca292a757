import { CliError, exitCodes } from '../cli-error.ts';
import type { Command } from '../command.ts';
import {
  credentialsPath,
  findAddress,
  parseAddress,
  writeCredentials,
} from '../library/credentials.ts';
import { Library } from '../library/library.ts';
import { RestClient } from '../library/rest-client.ts';

const tokenForm = /^cbk_[0-9a-f]{48}$/;

export const login: Command = {
  name: 'login',
  summary: 'Sign in to an installation',
  arguments: '[ADDRESS]',
  argumentCount: [0, 1],
  details: [
    'Stores an access token that you have created on your account page. The token is read from stdin, so that it stands in no history of a shell, and it is stored in a file that only you can read.',
    'The scope prompts:read is enough to list, get and pull; push needs prompts:write.',
  ],
  options: [{ name: 'with-token', description: 'Read an access token from stdin.' }],
  examples: [
    [
      'cuebook login https://prompts.example.com --with-token < token.txt',
      'Sign in with a token that you have created',
    ],
  ],
  async run({ arguments: [given], options }, context) {
    const address =
      given === undefined ? await findAddress(context, options.get('url')) : parseAddress(given);
    if (!options.has('with-token')) {
      throw new CliError(
        `Create an access token on ${address}/app/account, and run \`cuebook login ${address} --with-token\` with it on stdin.`,
        exitCodes.usage,
      );
    }
    if (context.canAsk) context.note('Paste the access token, then press Enter and Ctrl+D.');
    const token = (await context.readInput()).trim();
    if (!tokenForm.test(token)) {
      throw new CliError(
        'This is no access token: one starts with cbk_. Create one on your account page.',
      );
    }
    if (isUnprotected(address)) {
      context.note(
        `warning: ${address} is not encrypted; others on the network can read the token.`,
      );
    }
    await new Library(new RestClient(address, token)).check();
    await writeCredentials(context, address, { token });
    context.note(`Signed in to ${address}. The token is stored in ${credentialsPath(context)}.`);
    return exitCodes.success;
  },
};

function isUnprotected(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
