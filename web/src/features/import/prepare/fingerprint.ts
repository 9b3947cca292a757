import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { withoutReferences } from '#templating/references.ts';

const encoder = new TextEncoder();

/**
 * Returns a hash that two prompts share exactly when title and content are the same, byte for byte,
 * whatever prompts they include: an import gives those new ids.
 * Equals `prompt_fingerprint(title, content)` of the database. The title's length in bytes
 * separates the two texts. Web Crypto is missing on plain HTTP, which installations in a private
 * network use, so a library computes it.
 */
export function fingerprint(title: string, content: string): string {
  const titleBytes = encoder.encode(title).length;
  return bytesToHex(sha256(encoder.encode(`${titleBytes}:${title}${withoutReferences(content)}`)));
}
