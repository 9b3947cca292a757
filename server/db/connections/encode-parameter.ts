/** Converts a parameter to PostgreSQL's text format: arrays to array literals, objects to JSON. */
export function encodeParameter(value: unknown): string | Buffer | null {
  switch (typeof value) {
    case 'string':
      return value;
    case 'undefined':
      return null;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      if (value === null) return null;
      if (value instanceof Date) return value.toISOString();
      if (value instanceof Uint8Array) return Buffer.from(value);
      return Array.isArray(value) ? arrayLiteral(value) : JSON.stringify(value);
    default:
      throw new TypeError(`A ${typeof value} cannot be a parameter of a statement.`);
  }
}

function arrayLiteral(items: readonly unknown[]): string {
  const parts = items.map((item) => {
    if (Array.isArray(item)) return arrayLiteral(item);
    const text =
      item instanceof Uint8Array
        ? `\\x${Buffer.from(item).toString('hex')}`
        : encodeParameter(item);
    return text === null ? 'NULL' : `"${String(text).replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${parts.join(',')}}`;
}
