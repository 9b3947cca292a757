import type { PromptDetail, PromptSummary } from '#web/data/prompts/prompt.ts';

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

/** Builds a whole prompt that was never forked, shared or used. */
export function buildPromptDetail(title: string, fields: Partial<PromptDetail>): PromptDetail {
  const { content = 'Content', version = 1 } = fields;
  return {
    ...buildPrompt(title, fields),
    content,
    forkedFrom: null,
    forkedFromVersion: null,
    versionCount: version,
    forksCount: 0,
    commentsCount: 0,
    useCount: 0,
    saveBase: version,
    takedown: null,
    shareRole: null,
    isShared: false,
    lastValues: {},
    ...fields,
  };
}
