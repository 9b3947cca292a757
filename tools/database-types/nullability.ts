/**
 * What PostgreSQL's catalogue does not say: which columns of a view are never null, which result
 * columns of a function may be, and what is embedded through a view. Everything else is as the catalogue has it.
 */
export const neverNullInViews: Readonly<Record<string, readonly string[]>> = {
  readable_prompts: [
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
  ],
  prompt_details_v: [
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
    'favorites_count',
    'comments_count',
    'forks_count',
    'points',
    'hot',
  ],
};

const ofAnyPrompt = [
  'description',
  'template_category',
  'category',
  'icon',
  'forked_from',
  'author_name',
  'author_avatar',
];

export const nullableResults: Readonly<Record<string, readonly string[]>> = {
  search_prompts: [...ofAnyPrompt, 'excerpt', 'team_id', 'group_id', 'group_name', 'last_used_at'],
  community_feed: [...ofAnyPrompt, 'forked_from_version'],
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

/** Views whose `id` is that of a table: foreign keys to the table embed the view as well. */
export const viewsOfTables: Readonly<Record<string, string>> = { prompts: 'readable_prompts' };
