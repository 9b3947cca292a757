import { adminDeleteFactor, adminListFactors } from './admin-factors.ts';
import { adminGenerateLink } from './admin-generate-link.ts';
import {
  adminCreateUser,
  adminDeleteUser,
  adminGetUser,
  adminListUsers,
  adminUpdateUser,
} from './admin-users.ts';
import { authorize } from './authorize.ts';
import { callback } from './callback.ts';
import { challengeFactor } from './challenge-factor.ts';
import { enrollFactor } from './enroll-factor.ts';
import { health } from './health.ts';
import { invite } from './invite.ts';
import { jwks } from './jwks.ts';
import { logOut } from './log-out.ts';
import { magicLink, otp } from './otp.ts';
import { noRecoveryCodes, notOffered } from './not-offered.ts';
import { reauthenticate } from './reauthenticate.ts';
import { readUser } from './read-user.ts';
import { recover } from './recover.ts';
import { resend } from './resend.ts';
import type { AuthRoute } from './services.ts';
import { settings } from './settings.ts';
import { signUp } from './sign-up.ts';
import { token } from './token.ts';
import { unenrollFactor } from './unenroll-factor.ts';
import { updateUser } from './update-user.ts';
import { verifyFactor } from './verify-factor.ts';
import { verifyLink } from './verify-link.ts';
import { verifyPost } from './verify-post.ts';

/** Every endpoint, one file each; the last ones refuse what is not offered and what is unknown. */
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
  ...noRecoveryCodes,
  enrollFactor,
  challengeFactor,
  verifyFactor,
  unenrollFactor,
  authorize,
  callback,
  invite,
  adminListUsers,
  adminGetUser,
  adminCreateUser,
  adminUpdateUser,
  adminDeleteUser,
  adminListFactors,
  adminDeleteFactor,
  adminGenerateLink,
  ...notOffered,
];
