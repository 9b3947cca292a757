import { routes } from '#contract/routes.ts';
import { PromptPage } from './prompt-page.tsx';

/** A prompt as the library opens it. */
export function Component() {
  return <PromptPage back={routes.library} toPrompt={routes.libraryPrompt} />;
}
