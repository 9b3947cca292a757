import { routes } from '#contract/routes.ts';
import { PromptPage } from './prompt-page.tsx';

/** /app/library/prompt/{id} */
export function Component() {
  return <PromptPage home={routes.library} toPrompt={routes.libraryPrompt} />;
}
