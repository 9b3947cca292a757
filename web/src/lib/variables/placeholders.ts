import { parseVariables } from './variables.ts';

/**
 * Placeholders as other tools write them, which can become variables: `${name}`, `${name:default}`, `[[name]]`,
 * `[name]`, `{name}`, `<name>`. Each is a guess: brackets mean other things too (links, lists, code, tags), and the plain
 * cases of those are left out. Nothing is converted unless a person says so.
 */
export const notations = ['${name}', '[[name]]', '[name]', '{name}', '<name>'] as const;
export type Notation = (typeof notations)[number];

export interface Placeholder {
  readonly notation: Notation;
  /** As it stands in the text. */
  readonly source: string;
  /** What it becomes: `{{name}}` or `{{name:default}}`. */
  readonly variable: string;
}

/** A name as people write it, before what a variable's name cannot hold is taken out. */
const name = String.raw`\p{L}[\p{L}\p{M}\p{N} _.,/&'’()-]{0,58}`;
const word = String.raw`[\p{L}_][\p{L}\p{M}\p{N} _.-]{0,58}`;

const shapes: readonly (readonly [Notation, string])[] = [
  ['${name}', String.raw`\$\{[ \t]*(${word})(?::([^{}\n]{0,300}))?\}`],
  ['[[name]]', String.raw`\[\[[ \t]*(${name})\]\]`],
  // No link, no footnote, no index, no ticked box.
  ['[name]', String.raw`(?<![\p{L}\p{N}_\]!\[\\])\[(?![xX]\])(${name})\](?![\](:\[])`],
  // No code: nothing that follows a word or another bracket.
  ['{name}', String.raw`(?<![\p{L}\p{N}_$\\{})\]])\{[ \t]*(${word})\}(?!\})`],
  ['<name>', String.raw`(?<![\p{L}\p{N}_<])<(${word})>`],
];

const pattern = new RegExp(shapes.map(([, shape]) => shape).join('|'), 'gu');

/** Tags that stand alone or are left open; one that is closed is seen by its end. */
const htmlTags = new Set(
  'a b br body button div em form h1 h2 h3 head hr html i iframe img input li link main meta nav ol option p script section select span strong style sub sup svg table td th title tr u ul video'.split(
    ' ',
  ),
);

/** Each placeholder of a text once, in the order of appearance. */
export function findPlaceholders(content: string): Placeholder[] {
  const found = new Map<string, Placeholder>();
  replacePlaceholders(content, (placeholder) => {
    found.set(placeholder.source, placeholder);
    return placeholder.source;
  });
  return [...found.values()];
}

/** The text with those placeholders made variables that `wanted` names. */
export function convertPlaceholders(
  content: string,
  wanted: (placeholder: Placeholder) => boolean,
): string {
  return replacePlaceholders(content, (placeholder) =>
    wanted(placeholder) ? placeholder.variable : placeholder.source,
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

/** `groups` holds the name of whichever shape matched, and for the first shape a default. */
function readPlaceholder(
  closed: ReadonlySet<string>,
  source: string,
  groups: readonly unknown[],
): Placeholder | null {
  // The first shape has two groups, each other one.
  const at = groups.findIndex((group) => typeof group === 'string');
  const notation = notations[Math.max(0, at - 1)];
  const written = groups[at];
  if (notation === undefined || typeof written !== 'string') return null;
  if (notation === '<name>' && isTag(closed, written)) return null;
  const variableName = written
    .replaceAll(/[^\p{L}\p{M}\p{N}_.-]+/gu, ' ')
    .trim()
    .replace(/^[^\p{L}_]+/u, '');
  if (variableName === '') return null;
  const given = notation === '${name}' ? groups[1] : undefined;
  const defaultValue = typeof given === 'string' ? given.trim() : '';
  const variable = `{{${variableName}${defaultValue === '' ? '' : `:${defaultValue}`}}}`;
  return { notation, source, variable };
}

function isTag(closed: ReadonlySet<string>, written: string): boolean {
  const tag = written.trim();
  return htmlTags.has(tag.toLowerCase()) || closed.has(tag);
}

/** What the text closes: `</role>` makes `<role>` a tag. */
function findClosedTags(content: string): ReadonlySet<string> {
  return new Set(
    Array.from(content.matchAll(/<\/([^<>\s]{1,60})\s*>/g), (match) => match[1] ?? ''),
  );
}
