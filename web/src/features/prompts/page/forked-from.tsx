import { useQuery } from '@tanstack/react-query';
import { GitFork } from 'lucide-react';
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
    <span className="flex max-w-full min-w-0 items-start gap-1">
      <GitFork size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">
        Forked from{' '}
        {source ? (
          <Link to={toPrompt(sourceId)} className="underline underline-offset-3 hover:text-ink">
            {source.title}
          </Link>
        ) : (
          'another prompt'
        )}
        {version === null ? '' : `, version ${version}`}
        {isNewer ? `. Now at version ${source.version}` : ''}
      </span>
    </span>
  );
}
