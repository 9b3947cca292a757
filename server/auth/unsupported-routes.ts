import { AuthError } from './auth-error.ts';
import type { AuthErrorCode } from './error-table.ts';
import { requireAdmin } from './admin/require-admin.ts';
import { refuseUnknownApiKey, requireSession } from './tokens/require-session.ts';
import type { AuthContext, AuthRoute, AuthServices } from './services.ts';

type Guard = (c: AuthContext, services: AuthServices) => Promise<unknown>;

/** Returns a function that creates refused routes. Callers that `guard` refuses get its error. */
const refuseAfter =
  (guard: Guard) =>
  (path: string, code: AuthErrorCode, message?: string): AuthRoute => ({
    method: 'ALL',
    path,
    handle: async (c, services) => {
      await guard(c, services);
      throw new AuthError(code, message);
    },
  });

const refuse = refuseAfter(refuseUnknownApiKey);
const refuseSignedIn = refuseAfter(requireSession);
const refuseAdmin = refuseAfter(requireAdmin);

const noCustomProviders = 'Custom OAuth providers are disabled';

/**
 * Refusals of the recovery code endpoints; recovery codes are database functions here.
 * Register these before `/factors/:factor`, which would match the same paths.
 */
export const recoveryCodeRoutes: readonly AuthRoute[] = [
  refuseSignedIn('/factors/recovery-codes', 'mfa_recovery_codes_enroll_not_enabled'),
  refuseSignedIn('/factors/recovery-codes/verify', 'mfa_recovery_codes_verify_not_enabled'),
  refuseSignedIn('/factors/recovery-codes/*', 'mfa_recovery_codes_enroll_not_enabled'),
];

/** Refusals of every other endpoint of the protocol, each with the protocol's own error. */
export const unsupportedRoutes: readonly AuthRoute[] = [
  refuse('/sso', 'saml_provider_disabled'),
  refuse('/sso/*', 'saml_provider_disabled'),
  refuseSignedIn('/user/identities/*', 'manual_linking_disabled'),
  refuseAdmin('/admin/oauth/*', 'feature_disabled', 'Apps register by themselves'),
  refuseAdmin('/admin/custom-providers', 'feature_disabled', noCustomProviders),
  refuseAdmin('/admin/custom-providers/*', 'feature_disabled', noCustomProviders),
  refuseAdmin('/admin/*', 'not_found', 'This part of the admin interface is not offered'),
  refuse('*', 'not_found'),
];
