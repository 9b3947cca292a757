import { errors, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { transformation, type Transformation } from './images/transformation.ts';
import type { ObjectName } from './names.ts';
import { StorageError } from './storage-error.ts';

/**
 * The use of a signed URL. Each kind has its own secret, so that no token serves as another
 * kind, nor as an access token.
 */
type UrlKind = 'download' | 'render' | 'upload';

/** The claims of a token: no role, only one object. */
const grant = v.object({
  /** Bucket and name, joined by a slash. */
  url: v.string(),
  exp: v.number(),
  /** The transformation of a rendered image. */
  transform: v.optional(transformation),
  /** The version that a download or rendering is of. */
  versionId: v.optional(v.string()),
  /** The user that an upload belongs to. */
  owner: v.optional(v.string()),
  /** Whether an upload may replace an object. */
  upsert: v.optional(v.boolean()),
});

type UrlGrant = v.InferOutput<typeof grant>;

export function grantedObject({ url }: Pick<UrlGrant, 'url'>): ObjectName {
  const [bucket = '', ...name] = url.split('/');
  return { bucket, name: name.join('/') };
}

export interface UrlTokens {
  sign(kind: UrlKind, claims: Omit<UrlGrant, 'exp'>, seconds: number): Promise<string>;
  /**
   * Returns what a token grants for `url`, which may be as {@link encodeDelimiters} writes it. Throws
   * if it is another kind's, expired or forged.
   */
  verify(kind: UrlKind, token: string | undefined, url: string): Promise<UrlGrant>;
}

/** Creates the tokens of signed URLs. Every server with the same signing keys accepts them. */
export function createUrlTokens(
  keys: { derive(purpose: string): readonly Buffer[] },
  now: () => Date,
): UrlTokens {
  const secrets = {
    download: keys.derive('storage: signed download'),
    render: keys.derive('storage: signed rendering'),
    upload: keys.derive('storage: signed upload'),
  };

  async function readWith(secret: Buffer, token: string): Promise<UrlGrant> {
    const options = { algorithms: ['HS256'], currentDate: now() };
    const { payload } = await jwtVerify(token, secret, options);
    return v.parse(grant, payload);
  }

  async function read(kind: UrlKind, token: string): Promise<UrlGrant> {
    let failure: unknown;
    for (const secret of secrets[kind]) {
      try {
        return await readWith(secret, token);
      } catch (error) {
        failure = error;
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
      }
    }
    const message = failure instanceof errors.JOSEError ? failure.message : undefined;
    throw new StorageError('InvalidJWT', message, { cause: failure });
  }

  return {
    sign(kind, claims, seconds) {
      const [secret] = secrets[kind];
      if (secret === undefined) throw new TypeError('At least one signing key is needed.');
      const at = Math.floor(now().getTime() / 1000);
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt(at)
        .setExpirationTime(at + seconds)
        .sign(secret);
    },
    async verify(kind, token, url) {
      if (token === undefined || token === '') {
        throw new StorageError('InvalidRequest', "querystring must have required property 'token'");
      }
      const granted = await read(kind, token);
      if (url !== granted.url && url !== encodeDelimiters(granted.url)) {
        throw new StorageError('InvalidSignature');
      }
      return granted;
    },
  };
}

/**
 * Encodes what would end the path of a URL. Clients encode the rest, `%` too, so after storage-js these
 * characters are encoded twice.
 */
function encodeDelimiters(url: string): string {
  return url.replace(/[?#]/g, encodeURIComponent);
}

/**
 * Returns the path below /storage/v1 with which anybody can read an object, named with its bucket;
 * as an image of another size, if there is a transformation.
 */
export async function signReadPath(
  tokens: UrlTokens,
  url: string,
  transform: Transformation,
  seconds: number,
  versionId?: string,
): Promise<string> {
  const isRendered = Object.keys(transform).length > 0;
  const claims = { url, ...(versionId === undefined ? {} : { versionId }) };
  const token = isRendered
    ? await tokens.sign('render', { ...claims, transform }, seconds)
    : await tokens.sign('download', claims, seconds);
  return `${isRendered ? '/render/image/sign' : '/object/sign'}/${encodeDelimiters(url)}?token=${token}`;
}
