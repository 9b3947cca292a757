import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** The options with which a page creates a credential. */
interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id?: string };
  readonly user: { readonly id: string };
}

interface RequestOptions {
  readonly challenge: string;
}

/** Values that an attacker, or another device, would send. */
export interface Deviations {
  readonly origin?: string;
  readonly domain?: string;
  readonly type?: string;
  readonly counter?: number;
  readonly challenge?: string;
  readonly userHandle?: string;
  readonly userVerified?: boolean;
}

const base64Url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest();

/** An authenticator with one ES256 credential, and the browser in front of it. */
export class SoftwareAuthenticator {
  readonly #key: KeyObject;
  readonly #publicKey: Uint8Array;
  readonly id: string;
  readonly #origin = 'http://localhost:3000';
  readonly #domain = 'localhost';
  #counter = 0;
  #userHandle = '';

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }));
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    this.#publicKey = isoCBOR.encode(cose);
    this.id = base64Url(randomBytes(16));
  }

  #clientData(type: string, challenge: string, deviations: Deviations): string {
    const { origin = this.#origin } = deviations;
    const clientData = {
      type: deviations.type ?? type,
      challenge: deviations.challenge ?? challenge,
      origin,
      crossOrigin: false,
    };
    return JSON.stringify(clientData);
  }

  #authenticatorData(flags: number, deviations: Deviations): Buffer {
    const { domain = this.#domain, counter, userVerified = true } = deviations;
    this.#counter = counter ?? this.#counter + 1;
    const fixed = Buffer.alloc(5);
    fixed.writeUInt8(flags | 0x01 | (userVerified ? 0x04 : 0));
    fixed.writeUInt32BE(this.#counter, 1);
    return Buffer.concat([sha256(domain), fixed]);
  }

  /** Returns the JSON of a new credential. */
  create(options: unknown, deviations: Deviations = {}) {
    const { challenge, user } = options as CreationOptions;
    this.#userHandle = user.id;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      this.#authenticatorData(0x40, { counter: 0, ...deviations }),
      Buffer.alloc(16),
      length,
      id,
      this.#publicKey,
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64Url(this.#clientData('webauthn.create', challenge, deviations)),
        attestationObject: base64Url(
          isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]),
        ),
        transports: ['internal' as const],
      },
    };
  }

  /** Returns the JSON of an assertion. */
  get(options: unknown, deviations: Deviations = {}) {
    const { challenge } = options as RequestOptions;
    const clientData = this.#clientData('webauthn.get', challenge, deviations);
    const data = this.#authenticatorData(0, deviations);
    const handle = deviations.userHandle;
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64Url(clientData),
        authenticatorData: base64Url(data),
        signature: base64Url(sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#key)),
        userHandle: handle === undefined ? this.#userHandle : base64Url(handle),
      },
    };
  }
}
