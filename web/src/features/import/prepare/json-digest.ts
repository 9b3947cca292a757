import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Json } from '#contract/database.types.ts';

const encoder = new TextEncoder();

/** Returns the SHA-256 of a value as PostgreSQL prints it. Equals `json_digest(value)` of the database. */
export function jsonDigest(value: Json): string {
  return bytesToHex(sha256(encoder.encode(jsonbText(value))));
}

/** Prints a value as `jsonb` does: short keys before long ones, and a space after each comma and colon. */
function jsonbText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(jsonbText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .flatMap(([key, field]) =>
      field === undefined ? [] : [{ key, bytes: encoder.encode(key), field }],
    )
    .toSorted((one, other) => compareBytes(one.bytes, other.bytes));
  return `{${entries.map(({ key, field }) => `${JSON.stringify(key)}: ${jsonbText(field)}`).join(', ')}}`;
}

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length) return one.length - other.length;
  const at = one.findIndex((byte, index) => byte !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
