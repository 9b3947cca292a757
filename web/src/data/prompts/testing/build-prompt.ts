import type { PromptSummary } from '#web/data/prompts/prompt.ts';

/** A prompt of a list, for tests; its title is its id unless that is given. */
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
