import type { PromptSummary } from '#web/data/prompts/prompt.ts';

/** Builds a prompt of a list; its id is its title unless `fields` has one. */
export function buildPrompt(title: string, fields: Partial<PromptSummary> = {}): PromptSummary {
  return {
    id: title,
    title,
    content: 'Content',
    preview: fields.content ?? 'Content',
    description: '',
    tags: [],
    isPublic: false,
    icon: null,
    groupId: null,
    groupName: null,
    version: 1,
    userId: 'me',
    teamId: null,
    createdAt: '',
    updatedAt: '',
    deletedAt: null,
    isTemplate: false,
    templateCategory: null,
    category: null,
    starred: false,
    lastUsedAt: null,
    ...fields,
  };
}
