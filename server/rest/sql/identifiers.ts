import { refuse } from '#server/rest/rest-error.ts';

function withoutNul(text: string): string {
  if (text.includes('\0')) throw refuse.syntax('A name holds a null character', 'unexpected "\\0"');
  return text;
}

/**
 * PostgreSQL truncates longer names silently, so two names could become one, or a key of the
 * response could change.
 */
const maxNameBytes = 63;

/** Returns the name, or as much of it as leaves 15 bytes for a suffix. */
export function truncateName(name: string): string {
  const bytes = Buffer.from(name);
  return bytes.length <= maxNameBytes - 15
    ? name
    : new TextDecoder().decode(bytes.subarray(0, maxNameBytes - 15), { stream: true });
}

/** Quotes a name. Every name enters a statement through this function. */
export function quoteIdentifier(name: string): string {
  if (Buffer.byteLength(name) > maxNameBytes) {
    throw refuse.syntax(`A name may have ${maxNameBytes} bytes`, `unexpected "${name}"`);
  }
  return `"${withoutNul(name).replaceAll('"', '""')}"`;
}

export function quoteName(schema: string, name: string): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
}

/**
 * Quotes a constant, such as a key of a JSON path. The key is part of the query's shape, and only
 * a constant can use an index on the same path.
 */
export function quoteLiteral(text: string): string {
  const quoted = `'${withoutNul(text).replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
  return text.includes('\\') ? `E${quoted}` : quoted;
}

/**
 * Casts to these types, or arrays of them, fail inside PostgreSQL, or reveal names of tables, functions
 * and roles.
 */
const forbiddenCast =
  /^_?(unknown|aclitem|reg(class|collation|config|database|dictionary|namespace|oper|operator|proc|procedure|role|type))$/i;

/** Returns the type of a cast as sent. It may only hold words, so it cannot inject SQL. */
export function castType(name: string): string {
  if (!/^[\p{L}_][\p{L}\p{N}_ ]*$/u.test(name)) {
    throw refuse.syntax(`"${name}" is no name of a type`, 'expecting letter or digit');
  }
  if (forbiddenCast.test(name.trim())) throw refuse.cast(name);
  return name;
}
