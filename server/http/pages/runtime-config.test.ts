import { expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { runtimeConfig } from './runtime-config.ts';

const features = { localMailbox: false, contactFunction: false };
const oidc = { OIDC_ISSUER: 'https://id.example.com/realm/one', OIDC_CLIENT_ID: 'cuebook' };

it.each([
  [{}, { flow: 'implicit', provider: null }],
  [{ AUTH_FLOW: 'pkce' }, { flow: 'pkce', provider: null }],
  [{ OIDC_ISSUER: oidc.OIDC_ISSUER }, { flow: 'implicit', provider: null }],
  [oidc, { flow: 'implicit', provider: { name: 'custom:oidc', label: 'id.example.com' } }],
  [
    { ...oidc, OIDC_NAME: 'keycloak', OIDC_LABEL: 'Our accounts' },
    { flow: 'implicit', provider: { name: 'keycloak', label: 'Our accounts' } },
  ],
  [{}, { passkeys: true }],
  [{ SITE_URL: 'https://prompts.example.com' }, { passkeys: true }],
  [{ SITE_URL: 'http://prompts.example.com' }, { passkeys: false }],
  [{ SITE_URL: 'https://192.0.2.1' }, { passkeys: false }],
  [{}, { signUp: true, passwordRules: { minLength: 8, required: ['upper', 'digit'] } }],
  [
    { SIGN_UP: 'off', PASSWORD_MIN_LENGTH: '12', PASSWORD_REQUIRED: 'none' },
    { signUp: false, passwordRules: { minLength: 12, required: [] } },
  ],
])('%j lets the page sign in by %j', (environment, signIn) => {
  const config = runtimeConfig(readConfig(environment), 'key', features, 'http://localhost:3000');
  expect(config.signIn).toMatchObject(signIn);
});
