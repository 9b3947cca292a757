import { routes } from '#contract/routes.ts';
import { Favourites } from '#web/features/favourites/favourites.tsx';
import { RowActions } from '#web/features/prompts/list/row-actions.tsx';
import { usePromptActions } from '#web/features/prompts/list/use-prompt-actions.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';

/** /app/favourites */
export function Component() {
  const { actions, dialogs } = usePromptActions();
  return (
    <>
      <PageHeader title="Favourites" back={routes.landing} />
      <Favourites renderActions={(prompt) => <RowActions prompt={prompt} actions={actions} />} />
      {dialogs}
    </>
  );
}
