import { refuseUnknownApiKey } from './tokens/require-session.ts';
import type { AuthRoute } from './services.ts';

/** External providers of the protocol. */
const providers = [
  'anonymous_users',
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'snapchat',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'kakao',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'spotify',
  'slack',
  'slack_oidc',
  'workos',
  'twitch',
  'twitter',
  'phone',
  'zoom',
];

/** Lists the ways to sign up and sign in that this installation supports. */
export const settings: AuthRoute = {
  method: 'GET',
  path: '/settings',
  handle: async (c, services) => {
    await refuseUnknownApiKey(c, services);
    const external = Object.fromEntries(providers.map((name) => [name, false]));
    external['anonymous_users'] = services.config.ANONYMOUS_SIGN_IN;
    if (services.oidc !== null) external[services.oidc.name] = true;
    return c.json({
      external: { ...external, email: true },
      disable_signup: !services.config.SIGN_UP,
      mailer_autoconfirm: !services.config.CONFIRM_EMAIL,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      passkeys_enabled: services.relyingParty !== null,
    });
  },
};
