import { writeMail } from './layout.ts';
import type { Mail } from './mail.ts';
import { userText } from './user-text.ts';

/** A mail with a link and a code, each of which proves the address. */
export interface LinkLetter {
  readonly brand: string;
  readonly to: string;
  readonly url: string;
  readonly code: string;
}

const ignore = 'If you did not ask for this, you can ignore this mail: nothing will happen.';
const oneHour = 'The link and the code work once, for one hour.';

/** Returns the mail after sign-up, which proves that the address belongs to the person. */
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

/** Returns the mail that signs in without a password. */
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

/** Returns the mail with the code that sensitive changes require. */
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

/** Returns the operator's invitation to somebody without an account. */
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

/** Returns a team member's invitation to join the team, with or without an account. */
export function teamInvitationMail(
  { brand, to, url }: Omit<LinkLetter, 'code'>,
  team: { readonly name: string; readonly invitedBy: string; readonly role: string },
): Mail {
  const [name, invitedBy] = [userText(team.name), userText(team.invitedBy)];
  return writeMail(
    {
      to,
      subject: `${invitedBy} invites you to ${name}`,
      heading: `Join ${name} at ${brand}`,
      paragraphs: [
        `${invitedBy} invites you to the team ${name} at ${brand}, as ${team.role}.`,
        'Sign in with this address, or make an account for it, and accept.',
      ],
      action: { label: 'See the invitation', url },
      closing: 'If you do not know who this is, you can ignore this mail: nothing will happen.',
    },
    brand,
  );
}

/** Returns the mail after 'Forgot password', which signs in to set a new one. */
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

/** Returns the mail to the new address when an address changes. */
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

/** Returns the mail to the old address when an address changes. */
export function oldAddressMail({ brand, to, url, code }: LinkLetter, newAddress: string): Mail {
  return writeMail(
    {
      to,
      subject: `Your address at ${brand} is to change`,
      heading: 'Agree to the new address',
      paragraphs: [
        `Your account at ${brand} is to get the address ${userText(newAddress)}. The new address has to agree too.`,
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
 * Returns the mail that replaces a confirmation when the address already has an account. The
 * response to the sign-up is the same for everybody. Only the owner of the address learns why no
 * account was made.
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
