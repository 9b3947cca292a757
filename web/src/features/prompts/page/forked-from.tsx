import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';

interface ForkedFromProps {
  readonly sourceId: string;
  /** The source's version that the fork was made from. */
  readonly version: number | null;
  readonly toPrompt: (id: string) => string;
}

/** The source of a fork and its newer version. Hides a source that the person can't read. */
export function ForkedFrom({ sourceId, version, toPrompt }: ForkedFromProps) {
  const { data: source } = useQuery(promptQuery(sourceId));
  const isNewer = source && version !== null && source.version > version;
  return (
    <>
      {source ? (
        <Link to={toPrompt(sourceId)} className="underline underline-offset-3 hover:text-ink">
          {source.title}
        </Link>
      ) : (
        'Another prompt'
      )}
      {version === null ? '' : `, version ${version}`}
      {isNewer ? `. Now at version ${source.version}` : ''}
    </>
  );
}
