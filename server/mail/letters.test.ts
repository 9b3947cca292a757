import { describe, expect, it } from 'vitest';
import {
  accountExistsMail,
  confirmationMail,
  inviteMail,
  magicLinkMail,
  newAddressMail,
  newRoleMail,
  oldAddressMail,
  promptInvitationMail,
  reauthenticationMail,
  recoveryMail,
  teamInvitationMail,
} from './letters.ts';

const to = 'ada@example.com';
const url = 'https://cuebook.example/auth/v1/verify?token=secret&type=signup';
const code = '123456';
const expiresAt = new Date('2030-01-02T14:05:30Z');

/** Every letter, for a brand and names that could be anything. */
function letters(brand: string, name = 'Grace') {
  const letter = { brand, to, url, code, expiresAt };
  return {
    confirmation: confirmationMail(letter),
    'magic link': magicLinkMail(letter),
    recovery: recoveryMail(letter),
    'new address': newAddressMail(letter),
    'old address': oldAddressMail(letter, 'ada@new.example'),
    reauthentication: reauthenticationMail(letter),
    invitation: inviteMail(letter),
    'existing account': accountExistsMail(letter),
    'team invitation': teamInvitationMail(letter, { name, invitedBy: name, role: 'editor' }),
    'new role': newRoleMail(letter, {
      name,
      invitedBy: name,
      role: 'owner',
      memberRole: 'viewer',
    }),
    'shared prompt': promptInvitationMail(letter, { name, invitedBy: name, role: 'editor' }),
  };
}

const names = Object.keys(letters('Cuebook')) as (keyof ReturnType<typeof letters>)[];
const withoutLink = ['reauthentication'];
const invitations = ['team invitation', 'new role', 'shared prompt'];
const withoutCode = ['existing account', ...invitations];

/** Returns the visible text of HTML. */
function readable(html: string): string {
  return html
    .replace(/<style>[^]*<\/style>/, '')
    .replace(/<title>[^]*<\/title>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');
}

describe('a letter', () => {
  it.each(names)('(%s) says the same in text and in HTML', (name) => {
    const { text, html, subject } = letters('Cuebook')[name];
    const words = (part: string) => part.replaceAll(/\s+/g, ' ').trim();
    const [body = ''] = text.split('\n-- \n');
    for (const paragraph of body.split('\n\n').flatMap((part) => part.split('\n'))) {
      expect(readable(html)).toContain(words(paragraph).replace(/:$/, ''));
    }
    expect(subject).toContain(invitations.includes(name) ? 'Grace' : 'Cuebook');
    for (const part of [text, html.replaceAll('&amp;', '&')]) {
      expect(part.includes(url)).toBe(!withoutLink.includes(name));
      expect(part.includes(code)).toBe(!withoutCode.includes(name));
    }
  });

  it.each(names.filter((name) => !withoutCode.includes(name)))(
    '(%s) says until when it works, as a time in words',
    (name) => {
      expect(letters('Cuebook')[name].text).toContain(
        'once, within one hour (until 2 January, 14:05 UTC)',
      );
    },
  );

  it.each(names)('(%s) has a preview, without its code or link', (name) => {
    const { html, text } = letters('Cuebook')[name];
    const preview = /<div style="display:none[^>]*>([^&]+(?:&#39;[^&]+)*)/.exec(html)?.[1] ?? '';
    expect(preview.length).toBeGreaterThan(20);
    expect(preview).not.toContain(code);
    expect(preview).not.toContain('http');
    expect(text).not.toContain('\u034F');
  });

  it.each(names)(
    '(%s) is at most 600 pixels wide, in light colours without a style element',
    (name) => {
      const { html } = letters('Cuebook')[name];
      const bare = html.replace(/<style>[^]*<\/style>/, '');
      expect(bare).toContain('max-width:600px');
      for (const [, attributes = ''] of bare.matchAll(
        /<(?:p|h1|a|strong|span|body)([^>]*class=[^>]*)>/g,
      )) {
        expect(attributes).toMatch(/style="[^"]*color:#/);
      }
    },
  );

  it('shows a name of 5,000 letters, or from right to left, as one short isolated line', () => {
    const long = letters('Cuebook', 'a'.repeat(5_000))['team invitation'];
    expect(long.html).not.toContain('a'.repeat(81));
    expect(long.subject.length).toBeLessThan(200);
    const hebrew = letters('Cuebook', '\u202Eשלום')['team invitation'];
    expect(hebrew.text).toContain(
      '\u2068שלום\u2069 invited you to the team \u2068שלום\u2069 on Cuebook, as an editor.',
    );
    expect(hebrew.html).not.toContain('\u202E');
  });

  it.each(names)('(%s) can be read in both themes, and loads nothing', (name) => {
    const { html } = letters('Cuebook')[name];
    expect(html).toContain('name="color-scheme" content="light dark"');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    expect(html).not.toMatch(/<(img|script|link|iframe)|url\(|@import|src=/);
  });

  it.each(names)('(%s) lets no name become markup or a header', (name) => {
    const evil = 'A"><img src=x onerror=1>\r\nBcc: x@y.example';
    const mail = letters(evil, evil)[name];
    expect(mail.html).not.toContain('<img');
    expect(mail.subject).not.toMatch(/[\r\n]/);
  });
});
