import { refuse } from '#server/rest/rest-error.ts';

function withoutNul(text: string): string {
  if (text.includes('\0')) throw refuse.syntax('A name holds a null character', 'unexpected "\\0"');
  return text;
}

/** The one way by which a name enters a statement. */
export function quoteIdentifier(name: string): string {
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
