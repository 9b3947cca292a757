/**
 * Returns an own property, or ''. A variable's name may be that of an inherited property, such as
 * 'constructor'.
 */
export function getOwn(values: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? '') : '';
}
