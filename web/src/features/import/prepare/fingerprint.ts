import { sha256 } from './sha256.ts';

const encoder = new TextEncoder();

/**
 * What two prompts share exactly when title and content are the same, byte for byte. The database computes
 * the same in `prompt_fingerprint(title, content)`; the title's length in bytes keeps the two apart.
 */
export function fingerprint(title: string, content: string): string {
  const titleBytes = encoder.encode(title).length;
  return sha256(encoder.encode(`${titleBytes}:${title}${content}`));
}
