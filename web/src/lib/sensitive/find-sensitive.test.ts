import { describe, expect, it } from 'vitest';
import { passesIban, passesLuhn } from './checksums.ts';
import { findSensitive, locateFinding } from './find-sensitive.ts';

/** Random values for this test, assembled here so that no scanner takes the file for a leak. */
const random = 'a8Kd93mZqP0xLw72TrYvBn46HsGfJc15EuXo';
const capitals = 'J7QK2ZXW5RTB3NMD';
const digits = '839174650';
const keyKind = 'OPENSSH PRIVATE KEY';
const aws = `AKIA${capitals}`;
const github = `ghp_${random}`;
const names = (text: string) => findSensitive(text).map(({ name }) => name);
const words = (text: string) => findSensitive(text).map(({ start, end }) => text.slice(start, end));

describe('findSensitive for secrets', () => {
  it.each([
    ['AWS access key', `use ${aws} for it`, aws],
    ['GitHub token', `clone with ${github}.`, github],
    ['GitHub token', `"github_pat_${random}${random}"`, `github_pat_${random}${random}`],
    ['GitLab token', `glpat-${random.slice(0, 20)}`, `glpat-${random.slice(0, 20)}`],
    ['API key', `OPENAI=sk-proj-${random}`, `sk-proj-${random}`],
    ['API key', `sk-ant-api03-${random}_${random}-x9AA`, `sk-ant-api03-${random}_${random}-x9AA`],
    ['Google API key', `AIza${random.slice(0, 35)}`, `AIza${random.slice(0, 35)}`],
    ['Slack token', `xoxb-${digits}-${random}`, `xoxb-${digits}-${random}`],
    ['Stripe key', `sk_live_${random}`, `sk_live_${random}`],
    ['npm token', `npm_${random}`, `npm_${random}`],
    ['Hugging Face token', `hf_${random}`, `hf_${random}`],
    ['Supabase secret key', `sb_secret_${random}`, `sb_secret_${random}`],
    [
      'Telegram bot token',
      `${digits}:AA${random.slice(0, 33)}`,
      `${digits}:AA${random.slice(0, 33)}`,
    ],
    [
      'Access token (JWT)',
      `Bearer eyJ${random}.eyJ${random}.${random}`,
      `eyJ${random}.eyJ${random}.${random}`,
    ],
    [
      'Address with a password',
      'postgres://app:Tr0ub4dor@db.internal:5432/x',
      'postgres://app:Tr0ub4dor@db.internal',
    ],
    ['Password or key', 'password: Tr0ub4dor&3', 'Tr0ub4dor&3'],
    ['Password or key', 'The password is Tr0ub4dor&3, keep it', 'Tr0ub4dor&3'],
    ['Password or key', `"api_key": "${random}"`, random],
    ['Password or key', `API KEY = ${random}`, random],
  ])('finds a %s in %j', (name, text, expected) => {
    expect(names(text)).toEqual([name]);
    expect(words(text)).toEqual([expected]);
  });

  it('finds a whole private key, wherever it ends', () => {
    const begin = `-----BEGIN ${keyKind}-----`;
    const whole = `${begin}\n${random}\n-----END ${keyKind}-----`;
    expect(words(`x\n${whole}\ny`)).toEqual([whole]);
    expect(words(`${begin}\n${random}`)).toEqual([begin]);
  });

  it.each([
    'api_key = YOUR_API_KEY',
    'api_key: "<your key here>"',
    'api_key: {{api_key}}',
    'token: ${TOKEN_2}',
    'password: ********',
    'password: hunter',
    'password: [REDACTED]',
    'Write a password: at least 8 characters, one digit',
    'secret: the treasure lies under the oak',
    'The token is processed by the tokenizer',
    'password = getPassword(user1, X)',
    'const apiKey = process.env.API_KEY_2;',
    'sk-learn-style-component-naming-rules',
    'sk-xxxxxxxxxxxxxxxxxxxxxxxx',
    'postgres://user:password@localhost/db',
    'postgres://user:{{password}}@host/db',
    'https://example.com:8080/a@b',
    '-----BEGIN PUBLIC KEY-----',
    '9c266725-0038-4a06-9832-13afc71ba44d',
    'sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ])('ignores %j', (text) => {
    expect(findSensitive(text)).toEqual([]);
  });
});

describe('findSensitive for cards', () => {
  it.each(['4539 1488 0343 6467', '4539-1488-0343-6467', '5425233430109903', '3714 496353 98402'])(
    'finds %s when its checksum is valid',
    (number) => {
      const plain = number.replace(/\D/g, '');
      expect(names(`Pay with ${number}, please`)).toEqual(passesLuhn(plain) ? ['Card number'] : []);
    },
  );

  it.each([
    ['a wrong check digit', '4539 1488 0343 6468'],
    ['the example of every manual', '4242 4242 4242 4242'],
    ['a number of another kind', '1761815388187000'],
    ['a part of a longer number', '45391488034364670001'],
    ['a version', '4.5391488.0343.6467'],
  ])('ignores %s', (_what, number) => {
    expect(findSensitive(`No ${number}`)).toEqual([]);
  });

  it('passesLuhn and passesIban verify check digits', () => {
    expect(passesLuhn('79927398713')).toBe(true);
    expect(passesLuhn('79927398710')).toBe(false);
    expect(passesIban('GB82WEST12345698765432')).toBe(true);
    expect(passesIban('GB82WEST12345698765433')).toBe(false);
  });
});

describe('findSensitive for personal data', () => {
  it.each([
    [
      'Email address',
      'Write to mary.smith+work@acme-corp.co.uk.',
      'mary.smith+work@acme-corp.co.uk',
    ],
    ['Email address', '<jörg@firma.de>', 'jörg@firma.de'],
    ['Phone number', 'Call +49 (30) 8347 2961 now', '+49 (30) 8347 2961'],
    ['Phone number', 'Tel: +442079460958', '+442079460958'],
    ['Phone number', 'Tel. (212) 736-5081', '(212) 736-5081'],
    ['Phone number', '212-736-5081', '212-736-5081'],
    ['Phone number', 'Tel. 030 / 8347 2961', '030 / 8347 2961'],
    ['Bank account (IBAN)', 'IBAN NL91 ABNA 0417 1643 00', 'NL91 ABNA 0417 1643 00'],
    ['Bank account (IBAN)', 'AT611904300234573201', 'AT611904300234573201'],
  ])('finds a %s in %j', (name, text, expected) => {
    expect(names(text)).toEqual([name]);
    expect(words(text)).toEqual([expected]);
  });

  it.each([
    'name@example.com, you@yourcompany.com, user@domain.com, john.doe@mail.com',
    '@mention and user@localhost',
    'https://medium.com/@somebody.else/post',
    'git@github.com:owner/repository.git'.replace('git@', 'user@example.'),
    '555-123-4567 and (212) 555-0142',
    '123-456-7890',
    '+1 234 567 8901',
    '+1 000 000 0000',
    '2026-01-07 14:30 and 07.01.2026',
    '1,200,000 of 3.141592653589793',
    '10.0.0.1:8080 and 192.168.100.200',
    '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
    'ISBN 978-3-16-148410-0',
    'NL92 ABNA 0417 1643 00',
    'GB82 WEST 1234 5698 7654 32',
    'Section 0123 4567',
    '{{phone:+49 30 {{number}}}}',
  ])('ignores %j', (text) => {
    expect(findSensitive(text)).toEqual([]);
  });
});

it('findSensitive returns several in order, without overlaps', () => {
  const text = `mail mary@acme.org\ntoken: ${github}\nIBAN NL91 ABNA 0417 1643 00`;
  expect(names(text)).toEqual(['Email address', 'GitHub token', 'Bank account (IBAN)']);
  expect(findSensitive(text).map(({ kind }) => kind)).toEqual(['personal', 'secret', 'personal']);
});

it('locateFinding returns the line and the text around the finding', () => {
  const text = `One\n${'far '.repeat(20)}write to mary@acme.org soon\nend`;
  const [found] = findSensitive(text);
  expect(found && locateFinding(text, found)).toEqual({
    line: 2,
    before:
      `…${'far '.repeat(20)}write to `.slice(0, 1) + `${'far '.repeat(20)}write to `.slice(-40),
    text: 'mary@acme.org',
    after: ' soon',
  });
});

it('findSensitive searches a text of a million characters', () => {
  for (const part of [
    'a@',
    '+49 ',
    '4539 ',
    'sk-',
    'password: ',
    'postgres://a:',
    '-----BEGIN PRIVATE KEY-----',
    'AB12 ',
    'eyJ.',
  ]) {
    expect(
      findSensitive(part.repeat(Math.ceil(1_000_000 / part.length))).length,
    ).toBeGreaterThanOrEqual(0);
  }
});
