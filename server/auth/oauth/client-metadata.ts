import * as v from 'valibot';
import { normalize } from '#text/normalize.ts';
import { OAuthError } from './oauth-error.ts';
import { isLoopback, redirectUriProblem } from './redirect-uri.ts';

/** The checked metadata of an app (RFC 7591). */
export interface ClientMetadata {
  readonly client_name: string;
  readonly client_uri: string | null;
  readonly logo_uri: string | null;
  readonly redirect_uris: readonly string[];
  readonly grant_types: readonly string[];
}

const grantTypes = ['authorization_code', 'refresh_token'];
const maxRedirectUris = 20;
/** Anybody can register, and what they send is stored for a week. */
const maxRedirectUrisLength = 5_000;
const maxNameLength = 100;

const text = v.nullish(v.string(), '');
const schema = v.object({
  client_name: text,
  client_uri: text,
  logo_uri: text,
  redirect_uris: v.nullish(v.array(v.string()), []),
  grant_types: v.nullish(v.array(v.string()), grantTypes),
  response_types: v.nullish(v.array(v.string()), ['code']),
});

function invalidMetadata(message: string): OAuthError {
  return new OAuthError('invalid_client_metadata', message);
}

/** Characters that aren't seen, or change the direction of the text around them. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;
const imitatedAlphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** Letters that imitate others, such as `rn` for m, are left to the person's eye. */
function hasMixedAlphabets(name: string): boolean {
  return name
    .split(/\P{L}+/u)
    .some((word) => imitatedAlphabets.filter((alphabet) => alphabet.test(word)).length > 1);
}

/** Returns the name as compared with the installation's own: letters and digits in lower case. */
function foldName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Returns the name that the consent page shows. Refuses names made to be mistaken for another: with
 * letters of several alphabets in a word, or with the installation's own name.
 */
function checkName(name: string, redirectUris: readonly string[], brand: string): string {
  const shown = normalize(name, 'NFKC')
    .replace(invisible, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxNameLength);
  if (hasMixedAlphabets(shown)) {
    throw invalidMetadata('client_name mixes letters of several alphabets in a word');
  }
  // Programs on the person's own machine name themselves after the server that they connect to.
  const isLocal = redirectUris.every(isLoopback);
  if (!isLocal && foldName(brand) !== '' && foldName(shown).includes(foldName(brand))) {
    throw invalidMetadata(`client_name contains the name of this server, ${brand}`);
  }
  return shown;
}

/** Returns an address of a web page; null if it isn't one. */
function webAddress(address: string | null): string | null {
  const url = URL.parse(address ?? '');
  return url?.protocol === 'https:' && url.href.length <= 2000 ? url.href : null;
}

function checkRedirectUris(uris: readonly string[]): readonly string[] {
  if (uris.length === 0) throw new OAuthError('invalid_redirect_uri', 'redirect_uris is empty');
  if (uris.length > maxRedirectUris) {
    throw new OAuthError('invalid_redirect_uri', `At most ${maxRedirectUris} redirect_uris`);
  }
  if (uris.join('').length > maxRedirectUrisLength) {
    const message = `The redirect_uris have more than ${maxRedirectUrisLength} characters in all`;
    throw new OAuthError('invalid_redirect_uri', message);
  }
  for (const uri of uris) {
    const problem = redirectUriProblem(uri);
    if (problem !== null) {
      throw new OAuthError(
        'invalid_redirect_uri',
        `The redirect URI ${uri.slice(0, 200)} ${problem}`,
      );
    }
  }
  return uris;
}

/** Reads the metadata of an app. Unknown members are ignored, as RFC 7591 demands. */
export function readClientMetadata(value: unknown, brand: string): ClientMetadata {
  const result = v.safeParse(schema, Array.isArray(value) ? null : value);
  if (!result.success) {
    const [issue] = result.issues;
    throw invalidMetadata(`${v.getDotPath(issue) ?? 'The metadata'}: ${issue.message}`);
  }
  const { output } = result;
  const redirectUris = checkRedirectUris(output.redirect_uris);
  const wantsCode = output.grant_types.includes('authorization_code');
  if (!wantsCode || !output.response_types.includes('code')) {
    throw invalidMetadata(
      'Only the grant type authorization_code with the response type code is served',
    );
  }
  const name = checkName(output.client_name, redirectUris, brand);
  return {
    client_name: name === '' ? 'An app without a name' : name,
    client_uri: webAddress(output.client_uri),
    logo_uri: webAddress(output.logo_uri),
    redirect_uris: redirectUris,
    grant_types: grantTypes.filter((type) => output.grant_types.includes(type)),
  };
}
