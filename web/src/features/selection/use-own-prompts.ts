import { useQuery } from '@tanstack/react-query';
import { rightsToPromptsQuery } from '#web/data/prompts/bulk-changes.ts';
import { formatCount } from '#web/lib/text/format-count.ts';

interface SelectedPrompts {
  readonly ids: string[];
  /** The team whose prompts they are; null for those of the person. */
  readonly teamId: string | null;
  readonly open: boolean;
}

interface OwnPrompts {
  readonly ids: string[];
  /** '2 prompts'; of all that are selected if none is the person's. */
  readonly count: string;
  /** The word for them in a sentence. */
  readonly them: 'it' | 'them';
  /** Says why others are left out; null if all are the person's. */
  readonly note: string | null;
  /** Whether there is nothing to confirm: none is the person's, or that isn't known yet. */
  readonly disabled: boolean;
}

/**
 * Returns which of the selected prompts of a team the person owns. `rule` says what is left to
 * owners: 'deletes a prompt'.
 */
export function useOwnPrompts(
  { ids: all, teamId, open }: SelectedPrompts,
  rule: string,
): OwnPrompts {
  const isOfTeam = teamId !== null;
  const rights = useQuery({ ...rightsToPromptsQuery(all), enabled: open && isOfTeam });
  // Without an answer, the database leaves out what is not the person's.
  const ids = isOfTeam ? (rights.data?.ownIds ?? all) : all;
  const number = ids.length === 0 ? all.length : ids.length;
  return {
    ids,
    count: formatCount(number, 'prompt'),
    them: number === 1 ? 'it' : 'them',
    note: describeOthers(ids.length, all.length, rule),
    disabled: (isOfTeam && rights.isPending) || ids.length === 0,
  };
}

function describeOthers(own: number, total: number, rule: string): string | null {
  if (own === total) return null;
  const reason = `Only its owner ${rule}`;
  if (own === 0) {
    const none = total === 1 ? "This prompt isn't yours." : 'None of these prompts is yours.';
    return `${none} ${reason}.`;
  }
  const others = total - own === 1 ? 'the other one stays as it is' : 'the others stay as they are';
  return `${own} of the ${formatCount(total, 'prompt')} ${own === 1 ? 'is' : 'are'} yours. ${reason}, so ${others}.`;
}
