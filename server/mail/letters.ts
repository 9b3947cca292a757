import { aRole } from '#contract/a-role.ts';
import { writeMail } from './layout.ts';
import type { Mail } from './mail.ts';
import { userText } from './user-text.ts';

/** A mail with a link and a code, each of which proves the address. */
export interface LinkLetter {
  readonly brand: string;
  readonly to: string;
  readonly url: string;
  readonly code: string;
  /** The time at which link and code stop working. */
  readonly expiresAt: Date;
}

const ignore = "If you didn't ask for this, you can ignore this email. Nothing will happen.";

/** Mails are read days later and in any time zone, so the time names both. */
const momentFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** Returns a time in words, such as '23 November, 14:05 UTC'. */
function momentInWords(at: Date): string {
  return `${momentFormat.format(at).replace(' at ', ', ')} UTC`;
}

/** Says how long link and code work. Tokens live for one hour. */
function oneHour(expiresAt: Date): string {
  return `You can use the link or the code once, within one hour (until ${momentInWords(expiresAt)}).`;
}

/** The texts of a mail with a link and a code. */
interface LinkTexts {
  readonly subject: string;
  /** The subject, if none. */
  readonly heading?: string;
  readonly preview?: string;
  readonly lead: string;
  /** The label of the link. */
  readonly label: string;
  readonly closing?: string;
}

function linkMail({ brand, to, url, code, expiresAt }: LinkLetter, texts: LinkTexts): Mail {
  const { subject, heading = subject, lead, label, closing = ignore } = texts;
  const { preview = 'Open the link or enter the code within one hour.' } = texts;
  const paragraphs = [lead, oneHour(expiresAt)];
  return writeMail(brand, {
    to,
    subject,
    heading,
    preview,
    paragraphs,
    action: { label, url },
    code,
    closing,
  });
}

/** Returns the mail after sign-up, which proves that the address belongs to the person. */
export function confirmationMail(letter: LinkLetter): Mail {
  return linkMail(letter, {
    subject: `Confirm your email for ${letter.brand}`,
    heading: 'Confirm your email',
    lead: `Someone (hopefully you) signed up for ${letter.brand} with this email address.`,
    label: 'Confirm my email',
  });
}

/** Returns the mail that signs in without a password. */
export function magicLinkMail(letter: LinkLetter): Mail {
  return linkMail(letter, {
    subject: `Sign in to ${letter.brand}`,
    lead: `Someone (hopefully you) asked to sign in to ${letter.brand} by email.`,
    label: 'Sign in',
  });
}

/** Returns the mail with the code that sensitive changes require. */
export function reauthenticationMail({
  brand,
  to,
  code,
  expiresAt,
}: Omit<LinkLetter, 'url'>): Mail {
  return writeMail(brand, {
    to,
    subject: `Your code for ${brand}`,
    heading: "Confirm that it's you",
    preview: 'Enter the code on the page that asks for it.',
    paragraphs: [
      `Someone (hopefully you) is changing your ${brand} account. To continue, enter the code on the page that asks for it. It works once, within one hour (until ${momentInWords(expiresAt)}).`,
    ],
    code,
    closing: "If this wasn't you, sign out everywhere and change your password.",
  });
}

/** Returns the operator's invitation to somebody without an account. */
export function inviteMail(letter: LinkLetter): Mail {
  return linkMail(letter, {
    subject: `You're invited to ${letter.brand}`,
    preview: 'Accept the invitation and choose a password.',
    lead: `A ${letter.brand} account was created for this email address. Accept the invitation and choose a password.`,
    label: 'Accept the invitation',
    closing: "If you don't want it, you can ignore this email. Nobody can use the account.",
  });
}

/** Returns a team member's invitation to join the team, with or without an account. */
export function teamInvitationMail(
  { brand, to, url }: Omit<LinkLetter, 'code' | 'expiresAt'>,
  team: { readonly name: string; readonly invitedBy: string; readonly role: string },
): Mail {
  const [name, invitedBy] = [userText(team.name), userText(team.invitedBy)];
  return writeMail(brand, {
    to,
    subject: `${invitedBy} invited you to ${name}`,
    heading: `Join ${name} on ${brand}`,
    preview: `${invitedBy} invited you as ${aRole(team.role)}.`,
    paragraphs: [
      `${invitedBy} invited you to the team ${name} on ${brand}, as ${aRole(team.role)}.`,
      'Sign in or sign up with this email address, then accept.',
    ],
    action: { label: 'View the invitation', url },
    closing: "If you don't know who this is, you can ignore this email. Nothing will happen.",
  });
}

/** Returns the mail that asks a member of a team to accept a role with more rights. */
export function newRoleMail(
  { brand, to, url }: Omit<LinkLetter, 'code' | 'expiresAt'>,
  team: {
    readonly name: string;
    readonly invitedBy: string;
    readonly role: string;
    readonly memberRole: string;
  },
): Mail {
  const [name, invitedBy] = [userText(team.name), userText(team.invitedBy)];
  const text = `${invitedBy} wants to make you ${aRole(team.role)} of ${name}`;
  return writeMail(brand, {
    to,
    subject: text,
    heading: `A new role in ${name}`,
    preview: 'Your role changes once you accept.',
    paragraphs: [`${text} on ${brand}. You're ${aRole(team.memberRole)} now.`],
    action: { label: 'View the invitation', url },
    closing: "If you don't want this, you can ignore this email. Your role stays the same.",
  });
}

/** Returns the mail about a prompt that its owner shares with a person, with or without an account. */
export function promptInvitationMail(
  { brand, to, url }: Omit<LinkLetter, 'code' | 'expiresAt'>,
  prompt: { readonly name: string; readonly invitedBy: string; readonly role: string },
): Mail {
  const [title, invitedBy] = [userText(prompt.name), userText(prompt.invitedBy)];
  const right = prompt.role === 'editor' ? 'view and edit' : 'view';
  return writeMail(brand, {
    to,
    subject: `${invitedBy} shared ${title} with you`,
    heading: `A prompt for you on ${brand}`,
    preview: `You can ${right} it once you accept.`,
    paragraphs: [
      `${invitedBy} shared the prompt ${title} with you on ${brand}. You can ${right} it once you accept.`,
      'Sign in or sign up with this email address, then accept.',
    ],
    action: { label: 'View the invitation', url },
    closing: "If you don't know who this is, you can ignore this email. Nothing will happen.",
  });
}

/** Returns the mail after 'Forgot password', which signs in to set a new one. */
export function recoveryMail(letter: LinkLetter): Mail {
  return linkMail(letter, {
    subject: `Choose a new password for ${letter.brand}`,
    heading: 'Choose a new password',
    lead: `Someone (hopefully you) asked to reset the password of your ${letter.brand} account.`,
    label: 'Choose a new password',
    closing: "If you didn't ask for this, you can ignore this email. Your password stays the same.",
  });
}

/** Returns the mail to the new address when an address changes. */
export function newAddressMail(letter: LinkLetter): Mail {
  return linkMail(letter, {
    subject: `Confirm your new email for ${letter.brand}`,
    heading: 'Confirm your new email',
    lead: `Someone (hopefully you) wants to use this email address for a ${letter.brand} account. The link sent to the old address has to be opened too.`,
    label: 'Confirm my new email',
  });
}

/** Returns the mail to the old address when an address changes. */
export function oldAddressMail(letter: LinkLetter, newAddress: string): Mail {
  return linkMail(letter, {
    subject: `Your email at ${letter.brand} is about to change`,
    heading: 'Confirm the change of your email',
    preview: "If you didn't ask for this, change your password.",
    lead: `The email address of your ${letter.brand} account is about to change to ${userText(newAddress)}. The link sent to the new address has to be opened too.`,
    label: 'Confirm the change',
    closing: "If you didn't ask for this, don't open the link, and change your password.",
  });
}

/**
 * Returns the mail that replaces a confirmation when the address already has an account. The
 * response to the sign-up is the same for everybody. Only the owner of the address learns why no
 * account was made.
 */
export function accountExistsMail(letter: Omit<LinkLetter, 'code' | 'expiresAt'>): Mail {
  const { brand, to, url } = letter;
  return writeMail(brand, {
    to,
    subject: `You already have a ${brand} account`,
    heading: 'You already have an account',
    preview: 'Sign in with your password, or choose a new one.',
    paragraphs: [
      `Someone (hopefully you) tried to sign up for ${brand} with this email address. You already have an account, and it wasn't changed.`,
      "Sign in with your password. If you've forgotten it, choose 'Forgot password?' there.",
    ],
    action: { label: 'Sign in', url },
    closing: "If this wasn't you, you can ignore this email. Nobody got into your account.",
  });
}
