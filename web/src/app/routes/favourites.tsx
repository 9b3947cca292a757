import { routes } from '#contract/routes.ts';
import { Favourites } from '#web/features/favourites/favourites.tsx';
import { StarButton } from '#web/features/prompts/star-button.tsx';
import { usePromptActions } from '#web/features/prompts/use-prompt-actions.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** /app/favourites */
export function Component() {
  const { actions, dialogs } = usePromptActions();
  return (
    <>
      <PageHeader title="Favourites" back={routes.landing} />
      <Favourites
        renderStar={(prompt) => (
          <StarButton
            title={prompt.title}
            starred={prompt.starred}
            onToggle={() => actions.star(prompt)}
          />
        )}
      />
      {dialogs}
    </>
  );
}
