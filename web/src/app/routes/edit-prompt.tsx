import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { routes } from '#contract/routes.ts';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';
import { useUser } from '#web/data/session/session.ts';
import { PromptWriter } from '#web/features/prompts/editor/prompt-writer.tsx';
import { PromptUnavailable, PromptWriterSkeleton } from './prompt-unavailable.tsx';

/** /app/prompts/{id}/edit: a page to write on, with the form of the side panel. */
export function Component() {
  const { id = '' } = useParams();
  const user = useUser();
  const prompt = useQuery(promptQuery(id));
  if (prompt.isPending) return <PromptWriterSkeleton />;
  const back = routes.prompt(id);
  if (!prompt.data) return <PromptUnavailable query={prompt} back={routes.library} />;
  const mayEdit = prompt.data.userId === user.id || prompt.data.teamId !== null;
  if (!mayEdit) return <Navigate to={back} replace />;
  return <PromptWriter key={id} request={{ mode: 'edit', prompt: prompt.data }} back={back} />;
}
