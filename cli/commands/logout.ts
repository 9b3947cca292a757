import { exitCodes } from '../cli-error.ts';
import type { Command } from '../command.ts';
import { findAddress, readCredentials, writeCredentials } from '../library/credentials.ts';

export const logout: Command = {
  name: 'logout',
  summary: 'Forget the sign-in at an installation',
  arguments: '',
  argumentCount: [0, 0],
  details: [
    'Removes the stored token from this device. A token that you created on your account page stays valid until you revoke it there.',
  ],
  options: [],
  examples: [['cuebook logout', 'Forget the installation you last signed in to']],
  async run({ options }, context) {
    const address = await findAddress(context, options.get('url'));
    const credentials = await readCredentials(context, address);
    if (credentials === undefined) {
      context.note(`You were not signed in to ${address}.`);
      return exitCodes.success;
    }
    await writeCredentials(context, address, null);
    context.note(`Signed out of ${address}.`);
    return exitCodes.success;
  },
};
