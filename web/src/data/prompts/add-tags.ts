import { limits } from '#contract/limits.ts';
import { codePointLength } from '#web/lib/text/code-point-length.ts';

export interface TagsAdded {
  readonly tags: string[];
  /** The typed tags that a limit keeps out, for the field. */
  readonly rest: string;
  /** The reason why not all were added; null when all were. */
  readonly problem: string | null;
}

/** Adds the typed tags, separated by commas. Leaves out empty and existing ones. */
export function addTags(tags: readonly string[], typed: string): TagsAdded {
  const next = [...tags];
  const rest: string[] = [];
  let problem: string | null = null;
  for (const part of typed.split(',')) {
    const tag = part.trim().replaceAll(/\s+/g, ' ');
    if (tag === '') continue;
    if (next.some((each) => each.toLowerCase() === tag.toLowerCase())) {
      problem ??= `“${tag}” is there already.`;
    } else if (codePointLength(tag) > limits.tagLength) {
      problem = `A tag has at most ${limits.tagLength} characters.`;
      rest.push(tag);
    } else if (next.length >= limits.tagCount) {
      problem = `A prompt has at most ${limits.tagCount} tags.`;
      rest.push(tag);
    } else {
      next.push(tag);
    }
  }
  return { tags: next, rest: rest.join(', '), problem };
}
