import { describe, expect, it } from 'vitest';
import {
  newAddressMail,
  oldAddressMail,
  promptInvitationMail,
  newRoleMail,
  teamInvitationMail,
} from './letters.ts';
import { userText } from './user-text.ts';

const bait = [
  'evil.example/login',
  'http://evil.example',
  'HTTPS://evil.example/a?b=c',
  'www.evil.example',
  'ada@evil.example',
  'mailto:ada@evil.example',
  String.raw`\\evil.example\share`,
  'evil。example',
  'evil．example',
  'evil\u200B.example',
  'Your account is locked: https://evil.example',
  '192.0.2.1:8080/x',
];

/** The texts that mail programs turn into links: schemes, domains, mail addresses, IP addresses. */
const linked = /[a-z]+:[/\\]{2}|[\p{L}\d-][.。．｡][\p{L}\d]|\S@[\p{L}\d]|\\\\\S/iu;

const letter = {
  brand: 'Cuebook',
  to: 'bob@cuebook.test',
  url: 'https://cuebook.test/verify',
  code: '123456',
  expiresAt: new Date('2030-01-01T00:00:00Z'),
};

describe('userText', () => {
  it.each(bait)('leaves nothing to link in %s', (text) => {
    expect(userText(text)).not.toMatch(linked);
  });

  it.each(['Ada Lovelace', 'Zoë O’Neil-Smith', '田中 花子', '👩‍👩‍👧 Family', 'Dr. A. Turing'])(
    'changes nothing of %s',
    (name) => {
      expect(userText(name)).toBe(name);
    },
  );

  it('is one line, short, and reads in one direction', () => {
    expect(userText('a\r\nBcc: x\u202Eb')).toBe('a Bcc: xb');
    expect(userText('a\u200F\u061Cb\u00AD\u{E0068}\u3164c')).toBe('abc');
    expect(Array.from(userText('👩'.repeat(300)))).toHaveLength(80);
  });

  it('has no encoded word, which mail programs decode in a subject', () => {
    const { subject } = teamInvitationMail(letter, {
      name: 'Team',
      invitedBy: '=?utf-8?Q?https=3A//evil=2Eexample?=',
      role: 'editor',
    });
    expect(subject).not.toContain('=?');
    expect(subject.replaceAll('\u200B', '')).toContain('=?utf-8?Q?https=3A//evil=2Eexample?=');
  });

  it('cuts a long text after a word, unless one word is most of it', () => {
    expect(userText('one two three '.repeat(20))).toMatch(/ (one|two|three)…$/);
    expect(userText(`${'a'.repeat(80)} b`)).toBe(`${'a'.repeat(79)}…`);
    expect(userText(`${'a'.repeat(79)} b`)).toBe(`${'a'.repeat(79)}…`);
    expect(Array.from(userText(`a ${'b'.repeat(300)}`))).toHaveLength(80);
  });
});

describe('a mail with text of a user', () => {
  it.each(bait)('has no link to %s in subject, text or HTML', (text) => {
    const about = { name: text, invitedBy: text, role: 'editor' };
    for (const mail of [
      teamInvitationMail(letter, about),
      newRoleMail(letter, { ...about, memberRole: 'viewer' }),
      promptInvitationMail(letter, about),
      oldAddressMail(letter, text),
    ]) {
      const own = /https:\/\/cuebook\.test\/verify/g;
      const html = mail.html.replace(/<style>[^]*<\/style>|<!doctype html>/g, '');
      const shown = html.replaceAll(/<[^>]+>/g, ' ');
      for (const part of [mail.subject, mail.text, shown]) {
        expect(part.replaceAll(own, '')).not.toMatch(linked);
      }
      expect([...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
        letter.url,
        letter.url,
      ]);
    }
  });

  it('tells mail programs not to detect addresses, dates or numbers', () => {
    expect(newAddressMail(letter).html).toContain('name="format-detection"');
  });
});
