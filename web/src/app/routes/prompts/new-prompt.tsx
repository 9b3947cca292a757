import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { routes } from '#contract/routes.ts';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';
import { copyRequest } from '#web/features/prompts/copy/copy-request.ts';
import { PromptWriter } from '#web/features/prompts/editor/prompt-writer.tsx';
import { PromptUnavailable, PromptWriterSkeleton } from './prompt-unavailable.tsx';

/**
 * /app/prompts/new: writes a prompt; `?group={id}` in a group, `?team={id}` of a team, `?copy={id}` as a copy of a template,
 * `?fork={id}` as a fork.
 */
export function Component() {
  const [address] = useSearchParams();
  const source = address.get('fork') ?? address.get('copy');
  if (source !== null) {
    return <FromSource key={source} id={source} isFork={address.has('fork')} />;
  }
  const groupId = address.get('group');
  const teamId = address.get('team');
  const back =
    groupId === null
      ? teamId === null
        ? routes.library
        : routes.team(teamId)
      : routes.group(groupId);
  return <PromptWriter request={{ mode: 'create', start: { groupId }, teamId }} back={back} />;
}

function FromSource({ id, isFork }: { readonly id: string; readonly isFork: boolean }) {
  const source = useQuery(promptQuery(id));
  if (source.isPending) return <PromptWriterSkeleton />;
  if (!source.data) return <PromptUnavailable promptId={id} query={source} back={routes.library} />;
  return (
    <PromptWriter
      request={isFork ? { mode: 'fork', source: source.data } : copyRequest(source.data)}
      back={routes.prompt(id)}
    />
  );
}
