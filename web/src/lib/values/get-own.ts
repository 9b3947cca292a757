/** The value of a name, '' when there is none. A variable may be called like something that every object has. */
export function getOwn(values: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? '') : '';
}
