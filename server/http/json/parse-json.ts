import { setImmediate as nextTurn } from 'node:timers/promises';
import { eachUnquoted } from './each-unquoted.ts';

/** JSON.parse takes any depth, but what walks its result, such as JSON.stringify, calls itself. */
const maxDepth = 500;
/** Reading and validating each takes some microseconds, in which the process answers nobody. */
const maxValues = 20_000;

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

/** A text of this length is parsed in a few milliseconds. */
const longText = 256 * 1024;
/** Ends when no long text waits any more. */
let longTexts = Promise.resolve();

/**
 * Resolves with undefined if the text is not JSON, nested too deeply, or of more than 20,000 values,
 * which no small request has. Of long texts that arrive together, each is parsed in a turn of its own, so
 * that the process answers others in between.
 */
export async function parseSmallJson(text: string): Promise<unknown> {
  if (text.length > longText) {
    longTexts = longTexts.then(() => nextTurn());
    await longTexts;
  }
  return isWithin(text, maxDepth, maxValues) ? parseJson(text) : undefined;
}

/** Returns whether JSON text is nested no deeper than some levels, by default 500. */
export function isShallow(json: string, depth = maxDepth): boolean {
  // A shorter text has too few brackets, and needs no look at each character.
  return json.length <= depth || isWithin(json, depth, Infinity);
}

/** Returns whether JSON text is nested no deeper than `depth`, and has fewer commas than `values`. */
export function isWithin(json: string, depth: number, values: number): boolean {
  let open = 0;
  let separators = 0;
  let isSmall = true;
  eachUnquoted(json, (character) => {
    if (character === ',') separators += 1;
    else if (character === '[' || character === '{') open += 1;
    else if (character === ']' || character === '}') open -= 1;
    isSmall = open <= depth && separators < values;
    return isSmall;
  });
  return isSmall;
}
