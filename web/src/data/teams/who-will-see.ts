import { formatCount } from '#web/lib/text/format-count.ts';
import type { TeamDetail } from './teams.ts';

/** Returns who will see and change what gets into a team. `when` ends the sentence about seeing. */
export function whoWillSee(
  { name, memberCount }: Pick<TeamDetail, 'name' | 'memberCount'>,
  them: 'it' | 'them',
  when = '',
): string {
  return memberCount === 1
    ? `You're the only member of ${name} so far. Whoever joins it will see ${them}; owners and editors can change ${them}.`
    : `${formatCount(memberCount - 1, 'other member')} of ${name} will see ${them}${when}. Owners and editors can change ${them}.`;
}
