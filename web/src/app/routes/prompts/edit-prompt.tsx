import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { routes } from '#contract/routes.ts';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';
import { useMayEdit } from '#web/data/teams/use-may-edit.ts';
import { PromptWriter } from '#web/features/prompts/editor/prompt-writer.tsx';
import { useSharedLibrary } from './use-shared-library.ts';
import { PromptUnavailable, PromptWriterSkeleton } from './prompt-unavailable.tsx';

/**
 * /app/prompts/{id}/edit: a page to write on, with the form of the side panel. The form stays, and
 * says so, when the person loses the right to edit while it is open.
 */
export function Component() {
  const { id = '' } = useParams();
  const prompt = useQuery(promptQuery(id));
  const mayEdit = useMayEdit(prompt.data);
  useSharedLibrary(prompt.data);
  const [openedId, setOpenedId] = useState<string | null>(null);
  if (mayEdit && openedId !== id) setOpenedId(id);
  if (prompt.isPending || (prompt.data && mayEdit === null)) return <PromptWriterSkeleton />;
  const back = routes.prompt(id);
  if (!prompt.data) return <PromptUnavailable promptId={id} query={prompt} back={routes.library} />;
  if (!mayEdit && openedId !== id) return <Navigate to={back} replace />;
  return <PromptWriter key={id} request={{ mode: 'edit', prompt: prompt.data }} back={back} />;
}
