import { titlesUnreadBy, type StepChoice } from '#web/data/chains/chain-values.ts';

interface UnreadPromptsProps {
  readonly teamId: string;
  readonly teamName: string;
  readonly steps: readonly StepChoice[];
}

/** Names at most this many prompts. */
const namedTitles = 5;

/** Says which prompts of a chain not every member of its team can read; nothing if all can. */
export function UnreadPrompts({ teamId, teamName, steps }: UnreadPromptsProps) {
  const titles = titlesUnreadBy(teamId, steps);
  if (titles.length === 0) return null;
  const named = titles.slice(0, namedTitles).map((title) => `“${title}”`);
  const rest = titles.length - named.length;
  return (
    <p>
      Not shared with {teamName}: {named.join(', ')}
      {rest > 0 ? ` and ${rest} more` : ''}. Members who can't read{' '}
      {titles.length === 1 ? 'this prompt see its step' : 'these prompts see their steps'} without
      title and text.
    </p>
  );
}
