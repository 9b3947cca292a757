import { formatCount } from '#web/lib/text/format-count.ts';

/** Returns '2 prompts and 1 chain'; names chains only if there are any, and prompts if there are no chains. */
export function countText(prompts: number, chains: number): string {
  const parts = [
    ...(prompts > 0 || chains === 0 ? [formatCount(prompts, 'prompt')] : []),
    ...(chains > 0 ? [formatCount(chains, 'chain')] : []),
  ];
  return parts.join(' and ');
}
