import { eachUnquoted } from './each-unquoted.ts';

/** JSON.parse takes any depth, but what walks its result, such as JSON.stringify, calls itself. */
const maxDepth = 500;

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns undefined if the text is not JSON, or nested too deeply to write it again. */
export function parseShallowJson(text: string): unknown {
  return isShallow(text) ? parseJson(text) : undefined;
}

/** Returns whether JSON text is nested no deeper than 500 levels. */
export function isShallow(json: string): boolean {
  let depth = 0;
  let deepest = 0;
  eachUnquoted(json, (character) => {
    if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  });
  return deepest <= maxDepth;
}
