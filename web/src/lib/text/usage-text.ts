import { formatCount } from './format-count.ts';

/** How many prompts and chains use something. */
export interface UsageCounts {
  readonly prompt_count: number;
  readonly chain_count: number;
}

/** Says where a prompt is used: 'Used in 4 prompts and 1 chain'. */
export function usageText(counts: UsageCounts): string {
  return `Used in ${placesOf(counts)}`;
}

/** Says how many of several prompts are used, and where: '3 of these are used in 1 chain'. */
export function usageTextOfMany(count: number, counts: UsageCounts): string {
  return `${count.toLocaleString('en-GB')} of these ${count === 1 ? 'is' : 'are'} used in ${placesOf(counts)}`;
}

function placesOf({ prompt_count: prompts, chain_count: chains }: UsageCounts): string {
  return [
    ...(prompts > 0 ? [formatCount(prompts, 'prompt')] : []),
    ...(chains > 0 ? [formatCount(chains, 'chain')] : []),
  ].join(' and ');
}
