import { writeMail } from './layout.ts';
import type { Mail } from './mail.ts';

/** A mail with a link that proves the address, and a code that does the same. */
export interface LinkLetter {
  readonly brand: string;
  readonly to: string;
  readonly url: string;
  readonly code: string;
}

const ignore = 'If you did not ask for this, you can ignore this mail: nothing will happen.';
const oneHour = 'The link and the code work once, for one hour.';

/** After sign-up: proves that the address is one's own. */
export function confirmationMail({ brand, to, url, code }: LinkLetter): Mail {
  return writeMail(
    {
      to,
      subject: `Confirm your address for ${brand}`,
      heading: 'Confirm your address',
      paragraphs: [
        `Somebody, hopefully you, made an account at ${brand} with this address.`,
        oneHour,
      ],
      action: { label: 'Confirm my address', url },
      code,
      closing: ignore,
    },
    brand,
  );
}

/** Signs in without a password. */
export function magicLinkMail({ brand, to, url, code }: LinkLetter): Mail {
  return writeMail(
    {
      to,
      subject: `Sign in to ${brand}`,
      heading: `Sign in to ${brand}`,
      paragraphs: [`Somebody, hopefully you, asked to sign in to ${brand} by mail.`, oneHour],
      action: { label: 'Sign in', url },
      code,
      closing: ignore,
    },
    brand,
  );
}

/** Before a change that needs more than an open session. */
export function reauthenticationMail({ brand, to, code }: Omit<LinkLetter, 'url'>): Mail {
  return writeMail(
    {
      to,
      subject: `Your code for ${brand}`,
      heading: 'Confirm that it is you',
      paragraphs: [
        `Your account at ${brand} is to be changed. Enter the code where you were asked for it; it works once, for one hour.`,
      ],
      code,
      closing: 'If you did not ask for this, sign out everywhere and change your password.',
    },
    brand,
  );
}

/** From whoever runs the installation, to somebody who has no account yet. */
export function inviteMail({ brand, to, url, code }: LinkLetter): Mail {
  return writeMail(
    {
      to,
      subject: `You are invited to ${brand}`,
      heading: `You are invited to ${brand}`,
      paragraphs: [
        `An account at ${brand} was made for this address. Accept the invitation, and choose a password.`,
        oneHour,
      ],
      action: { label: 'Accept the invitation', url },
      code,
      closing: 'If you do not want it, you can ignore this mail: nobody can use the account.',
    },
    brand,
  );
}

/** From a member of a team, to whoever is to join it, with an account or without. */
export function teamInvitationMail(
  { brand, to, url }: Omit<LinkLetter, 'code'>,
  team: { readonly name: string; readonly invitedBy: string; readonly role: string },
): Mail {
  return writeMail(
    {
      to,
      subject: `${team.invitedBy} invites you to ${team.name}`,
      heading: `Join ${team.name} at ${brand}`,
      paragraphs: [
        `${team.invitedBy} invites you to the team ${team.name} at ${brand}, as ${team.role}.`,
        'Sign in with this address, or make an account for it, and accept.',
      ],
      action: { label: 'See the invitation', url },
      closing: 'If you do not know who this is, you can ignore this mail: nothing will happen.',
    },
    brand,
  );
}

/** After 'Forgot password': signs in to set a new one. */
export function recoveryMail({ brand, to, url, code }: LinkLetter): Mail {
  return writeMail(
    {
      to,
      subject: `Choose a new password for ${brand}`,
      heading: 'Choose a new password',
      paragraphs: [`Somebody, hopefully you, asked for a new password at ${brand}.`, oneHour],
      action: { label: 'Choose a new password', url },
      code,
      closing: `${ignore} Your password stays as it is.`,
    },
    brand,
  );
}

/** For a change of address, to the new one. */
export function newAddressMail({ brand, to, url, code }: LinkLetter): Mail {
  return writeMail(
    {
      to,
      subject: `Confirm your new address for ${brand}`,
      heading: 'Confirm your new address',
      paragraphs: [
        `This address is to become the one of an account at ${brand}. The old address has to agree too.`,
        oneHour,
      ],
      action: { label: 'Confirm the new address', url },
      code,
      closing: ignore,
    },
    brand,
  );
}

/** For a change of address, to the old one. */
export function oldAddressMail({ brand, to, url, code }: LinkLetter, newAddress: string): Mail {
  return writeMail(
    {
      to,
      subject: `Your address at ${brand} is to change`,
      heading: 'Agree to the new address',
      paragraphs: [
        `Your account at ${brand} is to get the address ${newAddress}. The new address has to agree too.`,
        oneHour,
      ],
      action: { label: 'Agree to the change', url },
      code,
      closing: `If you did not ask for this, do not open the link, and change your password.`,
    },
    brand,
  );
}

/**
 * Instead of a confirmation, when the address already has an account: whoever signed up sees the
 * same answer as everybody, and only the owner of the address learns why nothing came of it.
 */
export function accountExistsMail(letter: Omit<LinkLetter, 'code'>): Mail {
  const { brand, to, url } = letter;
  return writeMail(
    {
      to,
      subject: `You already have an account at ${brand}`,
      heading: 'You already have an account',
      paragraphs: [
        `Somebody, hopefully you, tried to make an account at ${brand} with this address. There is one already, and it was not changed.`,
        `Sign in with your password; if you no longer know it, choose 'Forgot password' there.`,
      ],
      action: { label: 'Sign in', url },
      closing: 'If this was not you, you can ignore this mail: nobody got into your account.',
    },
    brand,
  );
}
