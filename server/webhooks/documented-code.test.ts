import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { signatureHeaders } from './sign.ts';

/** The code in docs/webhooks.md that checks signatures. */
const page = readFileSync(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');
const codeIn = (language: string) =>
  new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, 's').exec(page)?.[1] ?? '';

const secret = `whsec_${Buffer.from('a secret of some length').toString('base64')}`;
const otherSecret = `whsec_${Buffer.from('another one').toString('base64')}`;
const body = '{"type":"prompt.created","data":"ß 🎭 $&"}';

function signed({ secrets = [secret], sentAt = new Date() } = {}) {
  return signatureHeaders({ id: 'message-1', sentAt, body }, secrets);
}

const signedAs = (headers: Readonly<Record<string, string>>) => ({ ...signed(), ...headers });

const without = (name: string) =>
  Object.fromEntries(Object.entries(signed()).filter(([other]) => other !== name));

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const cases: readonly (readonly [name: string, message: Message, isGenuine: boolean])[] = [
  ['a genuine request', { headers: signed(), body }, true],
  ['two signatures', { headers: signed({ secrets: [otherSecret, secret] }), body }, true],
  ['another secret', { headers: signed({ secrets: [otherSecret] }), body }, false],
  ['another body', { headers: signed(), body: body.replace('created', 'deleted') }, false],
  ['another id', { headers: { ...signed(), 'webhook-id': 'message-2' }, body }, false],
  [
    'another time',
    {
      headers: { ...signed(), 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 60) },
      body,
    },
    false,
  ],
  ['a recorded request', { headers: signed({ sentAt: minutesAgo(6) }), body }, false],
  ['a late request', { headers: signed({ sentAt: minutesAgo(4) }), body }, true],
  ['no signature', { headers: { ...signed(), 'webhook-signature': 'v1,' }, body }, false],
  [
    'a signature of other letters',
    { headers: signedAs({ 'webhook-signature': 'v1,ß' }), body },
    false,
  ],
  ['a time that is none', { headers: signedAs({ 'webhook-timestamp': 'now' }), body }, false],
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => [`no ${name}`, { headers: without(name), body }, false] as const,
  ),
];

describe('the code in docs/webhooks.md', () => {
  it('tells genuine requests from others in JavaScript', async () => {
    const code = `data:text/javascript;base64,${Buffer.from(codeIn('js')).toString('base64')}`;
    const { isGenuine } = (await import(/* @vite-ignore */ code)) as {
      readonly isGenuine: (headers: object, body: string, secret: string) => boolean;
    };
    const got = cases.map(([name, message]) => [
      name,
      isGenuine(message.headers, message.body, secret),
    ]);
    expect(got).toEqual(cases.map(([name, , expected]) => [name, expected]));
  });

  it('tells genuine requests from others in Python', async () => {
    const program = `${codeIn('python')}

import json, sys
print(json.dumps([is_genuine(m["headers"], m["body"].encode(), sys.argv[2]) for m in json.loads(sys.argv[1])]))`;
    const messages = JSON.stringify(cases.map(([, message]) => message));
    const { stdout } = await promisify(execFile)('python3', ['-c', program, messages, secret]);
    expect(JSON.parse(stdout)).toEqual(cases.map(([, , expected]) => expected));
  });
});
