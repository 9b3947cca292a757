import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A self-signed certificate for localhost and its private key, both as PEM. */
export interface SelfSigned {
  readonly certificate: string;
  readonly privateKey: string;
}

/** Encodes an ASN.1 value in DER: tag, length, content. */
function der(tag: number, ...content: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  const size = Buffer.from(body.length.toString(16).padStart(4, '0'), 'hex');
  const length =
    body.length < 128 ? Buffer.from([body.length]) : Buffer.concat([Buffer.from([0x82]), size]);
  return Buffer.concat([Buffer.from([tag]), length, body]);
}

const sequence = (...content: readonly Buffer[]) => der(0x30, ...content);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const localhost = sequence(der(0x31, sequence(oid('550403'), der(0x0c, 'localhost'))));
const names = sequence(der(0x82, 'localhost'), der(0x87, Buffer.from([127, 0, 0, 1])));
const extensions = der(
  0xa3,
  sequence(
    sequence(
      oid('551d13'),
      der(0x01, Buffer.from([0xff])),
      der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
    ),
    sequence(oid('551d11'), der(0x04, names)),
  ),
);

/** Creates a certificate that is valid from 2020 to 2049, so that no test clock matters. */
export function makeSelfSigned(): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ecdsaWithSha256,
    localhost,
    sequence(der(0x17, '200101000000Z'), der(0x17, '490101000000Z')),
    localhost,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const certificate = sequence(toBeSigned, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = certificate
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
