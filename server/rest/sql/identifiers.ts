import { refuse } from '#server/rest/rest-error.ts';

function withoutNul(text: string): string {
  if (text.includes('\0')) throw refuse.syntax('A name holds a null character', 'unexpected "\\0"');
  return text;
}

/** PostgreSQL cuts longer names without a word, so that two become one, or a key of the answer another. */
const longestName = 63;

/** The beginning of a name, to make others of. */
export function stemOf(name: string): string {
  const bytes = Buffer.from(name);
  return bytes.length <= longestName - 15
    ? name
    : new TextDecoder().decode(bytes.subarray(0, longestName - 15), { stream: true });
}

/** The one way by which a name enters a statement. */
export function quoteIdentifier(name: string): string {
  if (Buffer.byteLength(name) > longestName) {
    throw refuse.syntax(`A name may have ${longestName} bytes`, `unexpected "${name}"`);
  }
  return `"${withoutNul(name).replaceAll('"', '""')}"`;
}

export function quoteName(schema: string, name: string): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
}

/**
 * A key of a JSON path as a constant: it belongs to the shape of a statement, and only a constant can meet an index
 * on the same path.
 */
export function quoteLiteral(text: string): string {
  const quoted = `'${withoutNul(text).replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
  return text.includes('\\') ? `E${quoted}` : quoted;
}

/** The name of a type to cast to, as sent: words only, so that it cannot leave its place. */
export function castType(name: string): string {
  if (!/^[\p{L}_][\p{L}\p{N}_ ]*$/u.test(name)) {
    throw refuse.syntax(`"${name}" is no name of a type`, 'expecting letter or digit');
  }
  return name;
}
