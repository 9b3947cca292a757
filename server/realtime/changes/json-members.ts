import { eachUnquoted } from '#server/http/json/each-unquoted.ts';

/**
 * Splits the JSON text of an object into its members. Each value stays as PostgreSQL wrote it. Parsing
 * would round long numbers, and writing deeply nested values again would exceed the stack.
 */
export function jsonMembers(json: string): (readonly [name: string, value: string])[] {
  const members: (readonly [string, string])[] = [];
  let depth = 0;
  let start = 0;
  let colon = 0;
  eachUnquoted(json, (character, at) => {
    const endsMember = depth === 1 && (character === ',' || character === '}');
    if (endsMember && colon > start) {
      const name: unknown = JSON.parse(json.slice(start, colon));
      members.push([String(name), json.slice(colon + 1, at).trim()]);
    }
    if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth === 1 && character === ':' && colon <= start) colon = at;
    if (depth === 1 && (character === ',' || (character === '{' && start === 0))) start = at + 1;
  });
  return members;
}
