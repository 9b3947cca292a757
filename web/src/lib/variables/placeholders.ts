import { parseVariables } from '#templating/variables.ts';

/**
 * The placeholder notations of other tools, which can become variables. `${name}` may have a
 * default: `${name:default}`. Each match is a guess: brackets also mean links, lists, code and
 * tags. Plain cases of those are left out, and nothing is converted unless a person chooses so.
 */
export const notations = ['${name}', '[[name]]', '[name]', '{name}', '<name>'] as const;
export type Notation = (typeof notations)[number];

export interface Placeholder {
  readonly notation: Notation;
  /** The text of the placeholder. */
  readonly source: string;
  /** The variable that replaces it: `{{name}}` or `{{name:default}}`. */
  readonly variable: string;
}

/** A name as people write it, with characters that a variable's name can't have. */
const name = String.raw`\p{L}[\p{L}\p{M}\p{N} _.,/&'’()-]{0,58}`;
const word = String.raw`[\p{L}_][\p{L}\p{M}\p{N} _.-]{0,58}`;

const patternByNotation: readonly (readonly [Notation, string])[] = [
  ['${name}', String.raw`\$\{[ \t]*(${word})(?::([^{}\n]{0,300}))?\}`],
  ['[[name]]', String.raw`\[\[[ \t]*(${name})\]\]`],
  // Not a link, a footnote, an index or a checked box.
  ['[name]', String.raw`(?<![\p{L}\p{N}_\]!\[\\])\[(?![xX]\])(${name})\](?![\](:\[])`],
  // Not code: nothing after a word or another bracket.
  ['{name}', String.raw`(?<![\p{L}\p{N}_$\\{})\]])\{[ \t]*(${word})\}(?!\})`],
  ['<name>', String.raw`(?<![\p{L}\p{N}_<])<(${word})>`],
];

const pattern = new RegExp(patternByNotation.map(([, source]) => source).join('|'), 'gu');

/** Tags that are often not closed; a closed one is recognised by its end tag. */
const htmlTags = new Set(
  'a b br body button div em form h1 h2 h3 head hr html i iframe img input li link main meta nav ol option p script section select span strong style sub sup svg table td th title tr u ul video'.split(
    ' ',
  ),
);

/** Returns each placeholder of a text once, in order of appearance. */
export function findPlaceholders(content: string): Placeholder[] {
  const found = new Map<string, Placeholder>();
  replacePlaceholders(content, (placeholder) => {
    found.set(placeholder.source, placeholder);
    return placeholder.source;
  });
  return [...found.values()];
}

/** Replaces the placeholders for which `isWanted` returns true by variables. */
export function convertPlaceholders(
  content: string,
  isWanted: (placeholder: Placeholder) => boolean,
): string {
  return replacePlaceholders(content, (placeholder) =>
    isWanted(placeholder) ? placeholder.variable : placeholder.source,
  );
}

function replacePlaceholders(content: string, replace: (found: Placeholder) => string): string {
  const closed = findClosedTags(content);
  return parseVariables(content)
    .map((part) => {
      if (part.kind === 'variable') return part.source;
      return part.text.replaceAll(pattern, (source: string, ...groups: unknown[]) => {
        const placeholder = readPlaceholder(closed, source, groups);
        return placeholder ? replace(placeholder) : source;
      });
    })
    .join('');
}

/** Reads a match. `groups` has the name of the matching notation, and for `${name}` the default. */
function readPlaceholder(
  closed: ReadonlySet<string>,
  source: string,
  groups: readonly unknown[],
): Placeholder | null {
  // The first notation has two groups, each other has one.
  const index = groups.findIndex((group) => typeof group === 'string');
  const notation = notations[Math.max(0, index - 1)];
  const rawName = groups[index];
  if (notation === undefined || typeof rawName !== 'string') return null;
  if (notation === '<name>' && isTag(closed, rawName)) return null;
  const variableName = rawName
    .replaceAll(/[^\p{L}\p{M}\p{N}_.-]+/gu, ' ')
    .trim()
    .replace(/^[^\p{L}_]+/u, '');
  if (variableName === '') return null;
  const rawDefault = notation === '${name}' ? groups[1] : undefined;
  const defaultValue = typeof rawDefault === 'string' ? rawDefault.trim() : '';
  const variable = `{{${variableName}${defaultValue === '' ? '' : `:${defaultValue}`}}}`;
  return { notation, source, variable };
}

function isTag(closed: ReadonlySet<string>, rawName: string): boolean {
  const tag = rawName.trim();
  return htmlTags.has(tag.toLowerCase()) || closed.has(tag);
}

/** Returns the names of closed tags: `</role>` makes `<role>` a tag. */
function findClosedTags(content: string): ReadonlySet<string> {
  return new Set(
    Array.from(content.matchAll(/<\/([^<>\s]{1,60})\s*>/g), (match) => match[1] ?? ''),
  );
}
