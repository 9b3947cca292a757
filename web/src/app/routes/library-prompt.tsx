import { routes } from '#contract/routes.ts';
import { useLastSearch } from '#web/data/search/last-search.ts';
import { PromptPage } from './prompt-page.tsx';

/** /app/library/prompt/{id}: leads back to the library. */
export function Component() {
  return <PromptPage back={useLastSearch(routes.library)} toPrompt={routes.libraryPrompt} />;
}
