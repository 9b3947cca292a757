import { useQuery } from '@tanstack/react-query';
import { Globe, Lock, UserPlus, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { teamsQuery } from '#web/data/teams/teams.ts';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { WhoCanSee } from '#web/features/prompts/sharing/who-can-see.tsx';
import { ForkedFrom } from './forked-from.tsx';
import { RailSection } from './rail-section.tsx';

interface PromptPropertiesProps {
  readonly prompt: PromptDetail;
  /** Returns the route of a prompt. */
  readonly toPrompt: (id: string) => string;
}

/** The visibility, team, group, category, tags, use and origin of a prompt. */
export function PromptProperties({ prompt, toPrompt }: PromptPropertiesProps) {
  const user = useUser();
  const mine = prompt.userId === user.id;
  const { data: teams } = useQuery({ ...teamsQuery(user.id), enabled: prompt.teamId !== null });
  const team = teams?.find(({ id }) => id === prompt.teamId);
  const hasLeftTeam = teams !== undefined && team === undefined;
  const category = prompt.category ?? prompt.templateCategory;
  return (
    <RailSection title="Details">
      <dl className="flex flex-col gap-2 text-sm">
        <Property name="Visible to">
          {audience(prompt, mine, hasLeftTeam)}
          <WhoCanSee prompt={prompt} />
        </Property>
        {team === undefined ? null : (
          <Property name="Team">
            <PropertyLink to={routes.team(team.id)}>{team.name}</PropertyLink>
          </Property>
        )}
        {prompt.groupName !== null && prompt.groupId !== null ? (
          <Property name="Group">
            <PropertyLink to={routes.group(prompt.groupId)}>{prompt.groupName}</PropertyLink>
          </Property>
        ) : null}
        {category === null ? null : <Property name="Category">{category}</Property>}
        {prompt.tags.length === 0 ? null : (
          <Property name="Tags">
            <ul aria-label="Tagged" className="flex flex-wrap gap-1">
              {prompt.tags.map((tag) => (
                <li
                  key={tag}
                  className="max-w-full truncate rounded-sm bg-sunken px-1.5 text-ink-soft"
                >
                  {tag}
                </li>
              ))}
            </ul>
          </Property>
        )}
        {prompt.lastUsedAt === null ? null : (
          <Property name="Last used">
            <RelativeTime at={prompt.lastUsedAt} />
            {prompt.useCount > 1 ? `, ${formatTimes(prompt.useCount)} in all` : ''}
          </Property>
        )}
        {prompt.forksCount === 0 ? null : (
          <Property name="Forked">{formatTimes(prompt.forksCount)}</Property>
        )}
        {prompt.forkedFrom === null ? null : (
          <Property name="Forked from">
            <ForkedFrom
              sourceId={prompt.forkedFrom}
              version={prompt.forkedFromVersion}
              toPrompt={toPrompt}
            />
          </Property>
        )}
        <Property name="Created">
          <RelativeTime at={prompt.createdAt} />
        </Property>
      </dl>
    </RailSection>
  );
}

function Property({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-2 max-[17rem]:grid-cols-1">
      <dt className="text-ink-quiet">{name}</dt>
      <dd className="min-w-0 text-left break-words text-ink [unicode-bidi:plaintext]">
        {children}
      </dd>
    </div>
  );
}

function PropertyLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <Link
      to={to}
      className="break-words underline-offset-3 pointer-coarse:-my-3 pointer-coarse:py-3 hover:underline"
    >
      {children}
    </Link>
  );
}

function audience(prompt: PromptDetail, mine: boolean, hasLeftTeam: boolean): ReactNode {
  const [Icon, text] =
    prompt.isPublic || prompt.isTemplate
      ? [Globe, 'Everyone']
      : prompt.teamId !== null
        ? [
            Users,
            hasLeftTeam ? 'You and a team that you left' : mine ? 'You and your team' : 'Your team',
          ]
        : prompt.isShared
          ? [UserPlus, mine ? 'You and people you chose' : 'Its owner, you and people they chose']
          : [Lock, 'Only you'];
  return (
    <span className="flex items-center gap-1.5">
      <Icon size={14} className="shrink-0 text-ink-quiet" />
      {text}
    </span>
  );
}

function formatTimes(count: number): string {
  return count === 1 ? 'once' : `${count.toLocaleString('en-GB')} times`;
}
