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
  const [name, reviewer] = profiles.map(
    ({ data }) => data && (data.fullName ?? messages.community.anonymous),
  );
  if (name === undefined || profiles.some(({ data }) => data === undefined)) return null;
  if (proposedBy === null) return <> · by {name}</>;
  return (
    <>
      {' · '}Proposed by {name}
      {reviewer === undefined ? null : `, accepted by ${reviewer}`}
    </>
  );
}
