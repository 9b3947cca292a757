import type { PromptUsage } from '#web/data/prompts/prompt-usage.ts';
import { formatCount } from '#web/lib/text/format-count.ts';

/** Says where a prompt is used: 'Used in 4 prompts and 1 chain'. */
export function usageText({ prompt_count: prompts, chain_count: chains }: PromptUsage): string {
  const places = [
    ...(prompts > 0 ? [formatCount(prompts, 'prompt')] : []),
    ...(chains > 0 ? [formatCount(chains, 'chain')] : []),
  ];
  return `Used in ${places.join(' and ')}`;
}
