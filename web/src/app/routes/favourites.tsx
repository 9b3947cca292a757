import { routes } from '#contract/routes.ts';
import { Favourites } from '#web/features/favourites/favourites.tsx';
import { CardActions } from '#web/features/prompts/list/card-actions.tsx';
import { usePromptActions } from '#web/features/prompts/list/use-prompt-actions.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';

/** /app/favourites */
export function Component() {
  const { actions, dialogs } = usePromptActions();
  return (
    <>
      <PageHeader title="Favourites" back={routes.landing} />
      <Favourites renderActions={(prompt) => <CardActions prompt={prompt} actions={actions} />} />
      {dialogs}
    </>
  );
}
