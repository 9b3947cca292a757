import { isIP } from 'node:net';
import * as v from 'valibot';
import { characterClasses } from '#contract/password-rules.ts';

/** Schemas for the values of settings. Each reads a text, and names in its message what it accepts. */

export const text = v.string();

export function wholeNumber(lowest: number, highest: number) {
  return v.pipe(
    v.string(),
    v.regex(/^\d+$/, `must be a whole number from ${lowest} to ${highest}`),
    v.transform(Number),
    v.minValue(lowest, `must be at least ${lowest}`),
    v.maxValue(highest, `must be at most ${highest}`),
  );
}

export const onOff = v.pipe(
  v.picklist(['on', 'off', 'true', 'false'], 'must be on or off'),
  v.transform((word) => word === 'on' || word === 'true'),
);

export function address(...schemes: string[]) {
  const shown = schemes.map((scheme) => `${scheme}://`).join(' or ');
  return v.pipe(
    v.string(),
    v.check((value) => {
      const url = URL.parse(value);
      return url !== null && schemes.includes(url.protocol.slice(0, -1));
    }, `must be an address starting with ${shown}`),
  );
}

export const mailServer = v.pipe(
  address('smtp', 'smtps'),
  v.check((value) => URL.parse(value)?.hostname !== '', 'must name a mail server'),
);

export const webAddress = v.pipe(
  address('http', 'https'),
  v.transform((value) => value.replace(/\/+$/, '')),
);

export const loopback = /^(localhost|[^.]+\.localhost|127(\.\d+){3}|::1|\[::1\])$/;

/** Returns whether traffic to this address cannot be read on the way: HTTPS, or this machine. */
export function isPrivateTransport(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'https:' || loopback.test(url.hostname));
}

export const trustedAddress = v.pipe(
  webAddress,
  v.check(isPrivateTransport, 'must start with https://, unless it is on this machine'),
);

export const avatarAddress = v.pipe(
  webAddress,
  v.check(
    (value) => value.includes('{style}') && value.includes('{seed}'),
    'must have {style} and {seed} in it',
  ),
);

const list = v.pipe(
  v.string(),
  v.transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
);

/** Returns a schema for a list whose parts all pass `every`. */
function listOf(every: (part: string) => boolean, sentence: string) {
  return v.pipe(
    list,
    v.check((parts) => parts.every(every), sentence),
  );
}

export const characterClassList = v.pipe(
  list,
  v.transform((names) => (names.join() === 'none' ? [] : names)),
  v.array(
    v.picklist(characterClasses, `must list some of ${characterClasses.join(', ')}, or be none`),
  ),
);

export const schemaNames = v.pipe(list, v.minLength(1, 'must name at least one schema'));
export const networkAddresses = listOf((part) => isIP(part) !== 0, 'must list network addresses');
/** Origins as browsers send them: no path, no trailing slash. */
export const originList = listOf(
  (part) => part === '*' || (URL.parse(part)?.origin === part && /^https?:/.test(part)),
  'must list origins such as https://app.example.com, or be *',
);
/** Patterns with * and ?, so that they cannot be parsed as addresses. */
export const redirectPatterns = listOf(
  (part) =>
    /^(?!javascript:|data:|vbscript:|file:|blob:|about:)[a-z][a-z0-9+.*?-]*:\/\//i.test(part),
  'must list addresses such as https://app.example.com/**',
);
