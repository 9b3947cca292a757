import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** 20 bytes, as RFC 4226 recommends and every authenticator app takes. */
const secretBytes = 20;

const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

export interface NewTotp {
  /** Base32, to type where nothing can be scanned. */
  readonly secret: string;
  readonly uri: string;
  /** An SVG; the client makes a data address of it as it is, so nothing in it may need escaping. */
  readonly qrCode: string;
}

export function makeTotp(issuer: string, account: string): NewTotp {
  const totp = new TOTP({
    ...form,
    issuer,
    label: account,
    issuerInLabel: true,
    secret: new Secret({ size: secretBytes }),
  });
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qrCode: renderSVG(uri, { ecc: 'M', border: 4 }) };
}

/**
 * The number of the half minute whose code this is, allowing for a clock that is one off; null when
 * it is no code of now. Codes are compared in constant time.
 */
export function matchTotp(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ ...form, secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
