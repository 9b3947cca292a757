import type { PublicPrompt } from '#contract/public-pages.ts';
import { resolveIncludes } from '#templating/expand-includes.ts';

/** Returns the content of a public prompt with the texts that it includes. */
export function resolvePublicContent({
  content,
  included,
}: Pick<PublicPrompt, 'content' | 'included'>): string {
  return resolveIncludes(content, new Map(included.map((text) => [text.ref, text])));
}
