import type { ProposalText } from '#web/data/proposals/proposal.ts';
import { mergeTags } from '#text/merge-tags.ts';
import {
  mergedText,
  mergeTexts,
  type ConflictChoice,
  type MergeChunk,
} from '#text/three-way-merge.ts';

/*
 * A proposal in parts that its reviewer accepts or leaves out, one by one. Of the three-way merge,
 * 'mine' is the proposal and 'theirs' is the prompt as it is now.
 */

const textFields = ['title', 'description', 'content'] as const;
type TextFieldName = (typeof textFields)[number];
export type ReviewField = TextFieldName | 'tags';

/** The text to use in a place. */
export type PartChoice = 'proposed' | 'current' | 'both';

/** A change that the proposal makes to the current text. */
export interface ReviewPart {
  /** Unique among the parts of a merge. */
  readonly key: string;
  readonly field: ReviewField;
  /** Whether the prompt was changed in the same place since the proposal was made. */
  readonly isConflict: boolean;
  readonly base: string;
  readonly proposed: string;
  readonly current: string;
  /** Unchanged text around it, up to a line on each side. */
  readonly before: string;
  readonly after: string;
  /** The number of its first line in the current text, with the text before it. */
  readonly line: number;
  /** Its place in the base, which stays the same when the prompt changes. */
  readonly start: number;
  readonly end: number;
}

/** A choice for a part, which a later merge takes over. */
export interface ChosenPart {
  readonly part: ReviewPart;
  readonly choice: PartChoice;
}

export interface Review {
  readonly parts: readonly ReviewPart[];
  /** Returns the choice for a part; null for a conflict that nobody decided. */
  readonly choiceOf: (part: ReviewPart, chosen: readonly ChosenPart[]) => PartChoice | null;
  /** Returns the prompt's text with the chosen parts. */
  readonly textWith: (chosen: readonly ChosenPart[]) => ProposalText;
}

/** Merges a proposal with the prompt's current text. */
export function reviewProposal(
  base: ProposalText,
  proposed: ProposalText,
  current: ProposalText,
): Review {
  const chunks = {
    title: mergeWhole(base.title, proposed.title, current.title),
    description: mergeTexts(base.description, proposed.description, current.description),
    content: mergeTexts(base.content, proposed.content, current.content),
  };
  const partsByField = {
    title: partsOf('title', chunks.title),
    description: partsOf('description', chunks.description),
    content: partsOf('content', chunks.content),
  };
  const mergedTags = mergeTags(base.tags, current.tags, proposed.tags);
  const tags = tagParts(base.tags, mergedTags, current.tags);

  function mergeField(field: TextFieldName, chosen: readonly ChosenPart[]): string {
    const parts = partsByField[field].values();
    const conflictChoices: ConflictChoice[] = [];
    const decided = chunks[field].map((chunk) => {
      if (!isProposed(chunk)) return chunk;
      const { value: part } = parts.next();
      const choice = part ? choiceOf(part, chosen) : null;
      if (chunk.kind === 'conflict') {
        conflictChoices.push(mergeChoices[choice ?? 'both']);
        return chunk;
      }
      return choice === 'current' ? { ...chunk, mine: chunk.theirs } : chunk;
    });
    return mergedText(decided, conflictChoices);
  }

  return {
    parts: [...textFields.flatMap((field) => partsByField[field]), ...tags],
    choiceOf,
    textWith: (chosen) => ({
      title: mergeField('title', chosen),
      description: mergeField('description', chosen),
      content: mergeField('content', chosen),
      tags: tags.every((part) => choiceOf(part, chosen) === 'proposed')
        ? mergedTags
        : [...current.tags],
    }),
  };
}

const mergeChoices: Readonly<Record<PartChoice, ConflictChoice>> = {
  proposed: 'mine',
  current: 'theirs',
  both: 'both',
};

/** Takes over the choice of a part that covered this one, also of an earlier merge. */
function choiceOf(part: ReviewPart, chosen: readonly ChosenPart[]): PartChoice | null {
  const found = chosen.findLast(
    ({ part: earlier, choice }) =>
      covers(earlier, part) && (choice === 'current' || earlier.current === part.current),
  );
  return found?.choice ?? (part.isConflict ? null : 'proposed');
}

function covers(earlier: ReviewPart, part: ReviewPart): boolean {
  if (earlier.field !== part.field) return false;
  return earlier.start <= part.start && part.end <= earlier.end;
}

/** Merges a single line, of which one side is used whole. */
function mergeWhole(base: string, mine: string, theirs: string): MergeChunk[] {
  if (mine === base) return [{ kind: 'theirs', base, mine, theirs }];
  if (mine === theirs) return [{ kind: 'both', base, mine, theirs }];
  return [{ kind: theirs === base ? 'mine' : 'conflict', base, mine, theirs }];
}

function isProposed({ kind }: MergeChunk): boolean {
  return kind === 'mine' || kind === 'conflict';
}

function partsOf(field: TextFieldName, chunks: readonly MergeChunk[]): ReviewPart[] {
  const current = chunks.map(({ theirs }) => theirs).join('');
  const parts: ReviewPart[] = [];
  let [inBase, inCurrent] = [0, 0];
  for (const chunk of chunks) {
    const from = inCurrent;
    inCurrent += chunk.theirs.length;
    const start = inBase;
    inBase += chunk.base.length;
    if (!isProposed(chunk)) continue;
    const contextStart = lineBefore(current, from);
    parts.push({
      key: `${field}:${start}:${inBase}`,
      field,
      isConflict: chunk.kind === 'conflict',
      base: chunk.base,
      proposed: chunk.mine,
      current: chunk.theirs,
      before: current.slice(contextStart, from),
      after: current.slice(inCurrent, lineAfter(current, inCurrent)),
      line: current.slice(0, contextStart).split('\n').length,
      start,
      end: inBase,
    });
  }
  return parts;
}

/** Returns the start of the line at an index; at the start of a line, that of the text before it. */
function lineBefore(text: string, index: number): number {
  let end = index;
  while (text[end - 1] === '\n') end -= 1;
  return end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
}

/** Returns where the line at an index ends, with its line break. */
function lineAfter(text: string, index: number): number {
  const end = text.indexOf('\n', index);
  return end === -1 ? text.length : end + 1;
}

/** Returns the change of the tags as one part; none without a change. */
function tagParts(
  base: readonly string[],
  merged: readonly string[],
  current: readonly string[],
): ReviewPart[] {
  const part: ReviewPart = {
    key: 'tags',
    field: 'tags',
    isConflict: false,
    base: base.join('\n'),
    proposed: merged.join('\n'),
    current: current.join('\n'),
    before: '',
    after: '',
    line: 1,
    start: 0,
    end: 0,
  };
  return part.proposed === part.current ? [] : [part];
}
