import { routes } from '#contract/routes.ts';
import { PromptPage } from './prompt-page.tsx';

/** A prompt as the dashboard opens it. */
export function Component() {
  return <PromptPage back={routes.app} toPrompt={routes.prompt} />;
}
