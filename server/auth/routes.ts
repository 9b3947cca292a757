import { adminDeleteFactor, adminListFactors } from './admin/admin-factors.ts';
import { adminGenerateLink } from './admin/admin-generate-link.ts';
import {
  adminCreateUser,
  adminDeleteUser,
  adminGetUser,
  adminListUsers,
  adminUpdateUser,
} from './admin/admin-users.ts';
import { adminDeletePasskey, adminListPasskeys } from './admin/admin-passkeys.ts';
import { authorize } from './endpoints/authorize.ts';
import { callback } from './endpoints/callback.ts';
import { challengeFactor } from './mfa/challenge-factor.ts';
import { enrollFactor } from './mfa/enroll-factor.ts';
import { health } from './endpoints/health.ts';
import { invite } from './endpoints/invite.ts';
import { jwks } from './endpoints/jwks.ts';
import { logOut } from './endpoints/log-out.ts';
import { listOwnPasskeys, removePasskey, renamePasskey } from './passkeys/manage-passkeys.ts';
import {
  passkeyRegistrationOptions,
  passkeyRegistrationVerify,
} from './passkeys/register-passkey.ts';
import { passkeySignInOptions, passkeySignInVerify } from './passkeys/sign-in-with-passkey.ts';
import { magicLink, otp } from './endpoints/otp.ts';
import { recoveryCodeRoutes, unsupportedRoutes } from './unsupported-routes.ts';
import { authorizeApp } from './oauth/authorize.ts';
import { decideAuthorization, readAuthorization } from './oauth/consent.ts';
import { listGrants, revokeGrants } from './oauth/grants.ts';
import { serverMetadataBelowIssuer } from './oauth/metadata.ts';
import { registerOAuthClient } from './oauth/register-client.ts';
import { revokeOAuthToken } from './oauth/revoke-token.ts';
import { oauthToken } from './oauth/token.ts';
import { reauthenticate } from './endpoints/reauthenticate.ts';
import { readUser } from './endpoints/read-user.ts';
import { recover } from './endpoints/recover.ts';
import { resend } from './endpoints/resend.ts';
import type { AuthRoute } from './services.ts';
import { settings } from './settings.ts';
import { signUp } from './endpoints/sign-up.ts';
import { token } from './endpoints/token.ts';
import { unenrollFactor } from './mfa/unenroll-factor.ts';
import { updateUser } from './endpoints/update-user.ts';
import { verifyFactor } from './mfa/verify-factor.ts';
import { verifyLink } from './endpoints/verify-link.ts';
import { verifyPost } from './endpoints/verify-post.ts';

/** Every endpoint, in matching order. The last ones refuse unsupported and unknown paths. */
export const routes: readonly AuthRoute[] = [
  health,
  settings,
  jwks,
  signUp,
  verifyLink,
  verifyPost,
  token,
  readUser,
  updateUser,
  logOut,
  resend,
  recover,
  otp,
  magicLink,
  reauthenticate,
  ...recoveryCodeRoutes,
  enrollFactor,
  challengeFactor,
  verifyFactor,
  unenrollFactor,
  passkeyRegistrationOptions,
  passkeyRegistrationVerify,
  passkeySignInOptions,
  passkeySignInVerify,
  listOwnPasskeys,
  renamePasskey,
  removePasskey,
  authorize,
  callback,
  authorizeApp,
  readAuthorization,
  decideAuthorization,
  oauthToken,
  registerOAuthClient,
  revokeOAuthToken,
  listGrants,
  revokeGrants,
  serverMetadataBelowIssuer,
  invite,
  adminListUsers,
  adminGetUser,
  adminCreateUser,
  adminUpdateUser,
  adminDeleteUser,
  adminListFactors,
  adminDeleteFactor,
  adminListPasskeys,
  adminDeletePasskey,
  adminGenerateLink,
  ...unsupportedRoutes,
];
