import type { QueryClient } from '@tanstack/react-query';
import { listedPrompts } from './prompt-cache.ts';
import type { Prompt, PromptDetail, PromptSummary } from './prompt.ts';

/**
 * Returns a prompt from a cached list, which lacks only its counts and last values; null when none
 * has it.
 */
export function findListedPrompt(client: QueryClient, id: string | undefined): PromptDetail | null {
  const found = listedPrompts(client, id).find(isWholePrompt);
  if (found === undefined) return null;
  return {
    ...found,
    versionCount: found.version,
    saveBase: found.version,
    lastValues: {},
    forksCount: 0,
    commentsCount: 0,
    useCount: 0,
    takedown: null,
  };
}

/** The lists of a search and of the community contain only the start of the content. */
function isWholePrompt(prompt: PromptSummary): prompt is Prompt {
  return typeof prompt.content === 'string';
}
