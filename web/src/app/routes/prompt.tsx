import { routes } from '#contract/routes.ts';
import { useLastSearch } from '#web/data/search/last-search.ts';
import { PromptPage } from './prompt-page.tsx';

/** /app/prompts/{id}: leads back to the dashboard. */
export function Component() {
  return <PromptPage back={useLastSearch(routes.app)} toPrompt={routes.prompt} />;
}
