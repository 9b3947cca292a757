import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import type { PanelRequest } from '#web/features/prompts/panel/panel-request.ts';

/** Returns the request that opens the panel with a copy of a template: its text and category. */
export function copyRequest(template: PromptSummary & { readonly content: string }): PanelRequest {
  const { id, title, description, content, tags, icon } = template;
  const category = template.category ?? template.templateCategory;
  return {
    mode: 'create',
    start: { title, description, content, tags, icon, category },
    copyOf: id,
  };
}
