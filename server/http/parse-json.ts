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
  let isQuoted = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (isQuoted) {
      if (character === '\\') at += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') {
      isQuoted = true;
    } else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > maxDepth) return false;
    } else if (character === ']' || character === '}') {
      depth -= 1;
    }
  }
  return true;
}
