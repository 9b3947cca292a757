import { useQueries } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { profileQuery } from '#web/data/account/profiles.ts';

interface VersionCreditProps {
  readonly author: string;
  /** Null once that account is gone, and where there is no room for the name. */
  readonly reviewer?: string | null;
}

/** Names the author of a proposal, and who accepted it. */
export function VersionCredit({ author, reviewer = null }: VersionCreditProps) {
  const people = reviewer === null ? [author] : [author, reviewer];
  const profiles = useQueries({ queries: people.map((id) => profileQuery(id)) });
  if (profiles.some(({ data }) => data === undefined)) return null;
  const [authorName, reviewerName] = profiles.map(
    ({ data }) => data?.fullName ?? messages.community.anonymous,
  );
  return (
    <>
      {' · '}Proposed by {authorName}
      {reviewerName === undefined ? null : `, accepted by ${reviewerName}`}
    </>
  );
}
