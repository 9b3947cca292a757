import { createTwoFilesPatch } from 'diff';
import { stringify } from 'yaml';
import type { PromptValues } from '../library/prompt-rows.ts';

/** Returns how two states of a prompt differ, as Git shows it; empty if they don't. */
export function unifiedDiff(
  before: PromptValues,
  after: PromptValues,
  names: readonly [before: string, after: string],
): string {
  const texts = [asText(before), asText(after)] as const;
  if (texts[0] === texts[1]) return '';
  const patch = createTwoFilesPatch(...names, ...texts, undefined, undefined, { context: 3 });
  return patch.replace(/^=+\n/, '');
}

/** Colours the lines of a diff for a terminal. */
export function colourDiff(diff: string): string {
  return diff.replaceAll(
    /^(?:(\+\+\+|---) .*|(\+)?(-)?(@@)?.*)$/gm,
    (line, ...groups: unknown[]) => {
      const [head, added, removed, place] = groups;
      if (head !== undefined) return `\u001B[1m${line}\u001B[0m`;
      if (added !== undefined) return `\u001B[32m${line}\u001B[0m`;
      if (removed !== undefined) return `\u001B[31m${line}\u001B[0m`;
      return place === undefined ? line : `\u001B[36m${line}\u001B[0m`;
    },
  );
}

function asText({ title, description, tags, content }: PromptValues): string {
  const head = { title, ...(description === '' ? {} : { description }), tags };
  return `${stringify(head, { lineWidth: 0 })}\n${content}`;
}
