import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** 20 bytes, as RFC 4226 recommends and every authenticator app accepts. */
const secretBytes = 20;

const totpOptions = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

export interface NewTotp {
  /** Base32, for typing in if the QR code cannot be scanned. */
  readonly secret: string;
  readonly uri: string;
  /** An SVG. The client puts it into a data URL as it is, so it must not need escaping. */
  readonly qrCode: string;
}

export function makeTotp(issuer: string, account: string): NewTotp {
  const totp = new TOTP({
    ...totpOptions,
    issuer,
    label: account,
    issuerInLabel: true,
    secret: new Secret({ size: secretBytes }),
  });
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qrCode: renderSVG(uri, { ecc: 'M', border: 4 }) };
}

/**
 * Returns the time step whose code this is, or null. Accepts the steps before and after the current
 * one, for clocks that are half a minute off. Compares codes in constant time.
 */
export function matchTotp(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ ...totpOptions, secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
