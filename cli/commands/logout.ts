import { exitCodes } from '../cli-error.ts';
import type { Command } from '../command.ts';
import { findAddress, readCredentials, removeCredentials } from '../library/credentials.ts';
import { revokeCredentials } from '../sign-in/oauth.ts';

export const logout: Command = {
  name: 'logout',
  summary: 'Forget the sign-in at an installation',
  arguments: '',
  argumentCount: [0, 0],
  details: [
    'Ends the access of this device, and removes what is stored. A token that you created on your account page stays valid until you revoke it there.',
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
    const isRevoked = await revokeCredentials(address, credentials);
    await removeCredentials(context, address);
    context.note(`Signed out of ${address}.`);
    if (!isRevoked) {
      context.note('The token is forgotten here, but still valid. Revoke it on your account page.');
    }
    return exitCodes.success;
  },
};
