const promptColumns = [
  'id',
  'title',
  'content',
  'tags',
  'is_public',
  'version',
  'user_id',
  'created_at',
  'updated_at',
  'is_template',
];

/** View columns that are never null. PostgreSQL's catalog marks all view columns as nullable. */
export const neverNullInViews: Readonly<Record<string, readonly string[]>> = {
  readable_prompts: promptColumns,
  prompt_details_v: [
    ...promptColumns,
    'favorites_count',
    'comments_count',
    'forks_count',
    'points',
    'hot',
  ],
};

const nullablePromptColumns = [
  'description',
  'template_category',
  'category',
  'icon',
  'forked_from',
  'author_name',
  'author_avatar',
];

/** Result columns of functions that may be null, which the catalog doesn't record. */
export const nullableResults: Readonly<Record<string, readonly string[]>> = {
  search_prompts: [
    ...nullablePromptColumns,
    'excerpt',
    'team_id',
    'group_id',
    'group_name',
    'last_used_at',
  ],
  community_feed: [...nullablePromptColumns, 'forked_from_version'],
  fork_base: ['description', 'icon'],
  open_reports: [
    'note',
    'reporter',
    'prompt_version',
    'author_name',
    'comment_id',
    'comment_body',
    'comment_author_id',
    'comment_author_name',
  ],
};

/** Views with the ids of a table. Foreign keys to the table embed the view as well. */
export const viewsOfTables: Readonly<Record<string, string>> = { prompts: 'readable_prompts' };
