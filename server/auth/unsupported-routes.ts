import { AuthError } from './auth-error.ts';
import type { AuthErrorCode } from './error-table.ts';
import { requireAdmin } from './admin/require-admin.ts';
import { refuseUnknownApiKey, requireSession } from './tokens/require-session.ts';
import type { AuthRoute } from './services.ts';

type Method = AuthRoute['method'];

function refuse(method: Method, path: string, code: AuthErrorCode, message?: string): AuthRoute {
  return {
    method,
    path,
    handle: async (c, services) => {
      await refuseUnknownApiKey(c, services);
      throw new AuthError(code, message);
    },
  };
}

/** Refuses an endpoint that needs a session. Callers without one get the session error only. */
function refuseSignedIn(
  method: Method,
  path: string,
  code: AuthErrorCode,
  message?: string,
): AuthRoute {
  return {
    method,
    path,
    handle: async (c, services) => {
      await requireSession(c, services);
      throw new AuthError(code, message);
    },
  };
}

function refuseAdmin(path: string, code: AuthErrorCode, message?: string): AuthRoute {
  return {
    method: 'ALL',
    path,
    handle: async (c, services) => {
      await requireAdmin(c, services);
      throw new AuthError(code, message);
    },
  };
}

const noOAuthServer = 'OAuth server is disabled';
const noCustomProviders = 'Custom OAuth providers are disabled';

/**
 * Refusals of the recovery code endpoints; recovery codes are database functions here.
 * Register these before `/factors/:factor`, which would match the same paths.
 */
export const recoveryCodeRoutes: readonly AuthRoute[] = [
  refuseSignedIn('ALL', '/factors/recovery-codes', 'mfa_recovery_codes_enroll_not_enabled'),
  refuseSignedIn('ALL', '/factors/recovery-codes/verify', 'mfa_recovery_codes_verify_not_enabled'),
  refuseSignedIn('ALL', '/factors/recovery-codes/*', 'mfa_recovery_codes_enroll_not_enabled'),
];

/** Refusals of every other endpoint of the protocol, each with the protocol's own error. */
export const unsupportedRoutes: readonly AuthRoute[] = [
  refuse('ALL', '/sso', 'saml_provider_disabled'),
  refuse('ALL', '/sso/*', 'saml_provider_disabled'),
  refuseSignedIn('ALL', '/user/identities/*', 'manual_linking_disabled'),
  refuseSignedIn('ALL', '/user/oauth/*', 'feature_disabled', noOAuthServer),
  refuse('ALL', '/oauth/*', 'feature_disabled', noOAuthServer),
  refuse('ALL', '/passkeys', 'passkey_disabled'),
  refuse('ALL', '/passkeys/*', 'passkey_disabled'),
  refuseAdmin('/admin/oauth/*', 'feature_disabled', noOAuthServer),
  refuseAdmin('/admin/custom-providers', 'feature_disabled', noCustomProviders),
  refuseAdmin('/admin/custom-providers/*', 'feature_disabled', noCustomProviders),
  refuseAdmin('/admin/users/:user/passkeys', 'passkey_disabled'),
  refuseAdmin('/admin/users/:user/passkeys/*', 'passkey_disabled'),
  refuseAdmin('/admin/*', 'not_found', 'This part of the admin interface is not offered'),
  refuse('ALL', '*', 'not_found'),
];
