import { routes } from '#contract/routes.ts';
import { useLastSearch } from '#web/data/search/last-search.ts';
import { PromptPage } from './prompt-page.tsx';

/** A prompt as the dashboard opens it. */
export function Component() {
  return <PromptPage back={useLastSearch(routes.app)} toPrompt={routes.prompt} />;
}
