import type { IncludedText as PublicIncludedText } from '#contract/public-pages.ts';
import { parseReferences, referenceKey, type Reference } from './references.ts';
import { bindVariables } from './variables.ts';

/** Why a reference has no text. */
type GapReason = 'missing' | 'deleted' | 'limit' | 'cycle' | 'untitled';

/** The text that a reference stands for. */
export type IncludedText = Omit<PublicIncludedText, 'ref'>;

/** The texts of a content's references, and of those in them, by `referenceKey`. */
export type IncludedTexts = ReadonlyMap<string, IncludedText>;

/** A row that the database's `included_texts` returns. */
export interface IncludedTextRow {
  readonly ref: string;
  readonly prompt_id: string;
  readonly version: number | null;
  readonly title: string | null;
  readonly content: string | null;
  readonly is_public: boolean | null;
  readonly gap: string | null;
}

/** Returns the rows of `included_texts` by their reference. */
export function toIncludedTexts(rows: readonly IncludedTextRow[]): IncludedTexts {
  return new Map(
    rows.map(({ ref, prompt_id: id, version, title, content, is_public: isPublic, gap }) => [
      ref,
      { id, version, title, content, isPublic: isPublic ?? false, gap: toGap(gap) },
    ]),
  );
}

function toGap(gap: string | null): IncludedText['gap'] {
  return gap === null || gap === 'deleted' || gap === 'limit' ? gap : 'missing';
}

/** A reference that stands for no text. */
export interface Gap {
  readonly kind: 'gap';
  readonly reason: GapReason;
  readonly title: string | null;
  /** The text that is copied in its place. */
  readonly text: string;
}

type TextPart = { readonly kind: 'text'; readonly text: string };

/** The text of another prompt, with the texts that it includes itself. */
interface IncludedPart {
  readonly kind: 'included';
  readonly included: IncludedText;
  readonly reference: Reference;
  readonly parts: readonly (TextPart | Gap)[];
}

export type ExpandedPart = TextPart | Gap | IncludedPart;

/** The limits of a resolved text; the database has the first and the last, too. */
const includeLimits = { levels: 10, references: 1_000, characters: 1_000_000 } as const;

/**
 * Puts the texts of references in their place. A reference without a text becomes a gap; so does one
 * that would close a cycle or exceed the limits.
 */
export function expandIncludes(content: string, texts: IncludedTexts): ExpandedPart[] {
  const budget = { references: includeLimits.references, characters: includeLimits.characters };
  return expand(content, texts, [], budget);
}

/** Returns a content with the texts of its references in their place, as it is copied. */
export function resolveIncludes(content: string, texts: IncludedTexts): string {
  return content.includes('{{>') ? joinParts(expandIncludes(content, texts)) : content;
}

/** Returns the text of expanded parts. */
function joinParts(parts: readonly ExpandedPart[]): string {
  return flatten(parts)
    .map(({ text }) => text)
    .join('');
}

interface Budget {
  references: number;
  characters: number;
}

function expand(
  content: string,
  texts: IncludedTexts,
  path: readonly string[],
  budget: Budget,
): ExpandedPart[] {
  return parseReferences(content).map((part) =>
    part.kind === 'text' ? part : expandReference(part.reference, texts, path, budget),
  );
}

function expandReference(
  reference: Reference,
  texts: IncludedTexts,
  path: readonly string[],
  budget: Budget,
): ExpandedPart {
  const key = referenceKey(reference);
  if (key === null) {
    return { kind: 'gap', reason: 'untitled', title: reference.title, text: reference.source };
  }
  const included = texts.get(key);
  if (included === undefined) return gap('missing', null);
  if (included.content === null) return gap(included.gap ?? 'missing', included.title);
  const identity = `${included.id}@${included.version}`;
  if (path.includes(identity)) return gap('cycle', included.title);
  budget.references -= 1;
  budget.characters -= included.content.length;
  if (path.length >= includeLimits.levels || budget.references < 0 || budget.characters < 0) {
    return gap('limit', included.title);
  }
  const parts = flatten(expand(included.content, texts, [...path, identity], budget));
  return {
    kind: 'included',
    included,
    reference,
    parts: parts.map((part) =>
      part.kind === 'text'
        ? { kind: 'text', text: bindVariables(part.text, reference.bindings) }
        : part,
    ),
  };
}

function gap(reason: GapReason, title: string | null): Gap {
  return { kind: 'gap', reason, title, text: `{{> ${title ?? 'missing prompt'}}}` };
}

function flatten(parts: readonly ExpandedPart[]): (TextPart | Gap)[] {
  return parts.flatMap((part) => (part.kind === 'included' ? part.parts : [part]));
}
