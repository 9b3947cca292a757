import { useQueries } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { profileQuery } from '#web/data/account/profiles.ts';
import type { PromptVersion } from '#web/data/prompts/versions.ts';
import { useUser } from '#web/data/session/session.ts';

interface VersionCreditProps {
  readonly version: Pick<PromptVersion, 'createdBy' | 'proposedBy'>;
  /** There is no room for who accepted a proposal. */
  readonly short?: boolean;
}

/** Names who saved a version, unless it was the user; of a proposal its author, and who accepted it. */
export function VersionCredit({ version, short = false }: VersionCreditProps) {
  const user = useUser();
  const { createdBy, proposedBy } = version;
  const accepted = short ? null : createdBy;
  const saved = createdBy === user.id ? null : createdBy;
  const people = (proposedBy === null ? [saved] : [proposedBy, accepted]).filter(
    (id) => id !== null,
  );
  const profiles = useQueries({ queries: people.map((id) => profileQuery(id)) });
  if (people.length === 0 || profiles.some(({ data }) => data === undefined)) return null;
  const names = profiles.map(({ data }) => data?.fullName ?? null);
  // Null for a former member, too, whose profile is closed.
  if (proposedBy === null) return names[0] === null ? null : <> · by {names[0]}</>;
  const [name, reviewer] = names.map((each) => each ?? messages.community.anonymous);
  return (
    <>
      {' · '}Proposed by {name}
      {reviewer === undefined ? null : `, accepted by ${reviewer}`}
    </>
  );
}
