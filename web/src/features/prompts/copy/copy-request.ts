import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import type { PanelRequest } from '#web/features/prompts/panel/panel-request.ts';

/** Opens the panel with a copy of a template: the words are taken over, nothing else is. */
export function copyRequest(template: PromptSummary & { readonly content: string }): PanelRequest {
  const { id, title, description, content, tags, icon } = template;
  return { mode: 'create', start: { title, description, content, tags, icon }, copyOf: id };
}
