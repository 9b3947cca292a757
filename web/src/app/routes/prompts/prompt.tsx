import { routes } from '#contract/routes.ts';
import { PromptPage } from './prompt-page.tsx';

/** /app/prompts/{id} */
export function Component() {
  return <PromptPage home={routes.app} toPrompt={routes.prompt} />;
}
