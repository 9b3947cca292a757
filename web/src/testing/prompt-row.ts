import { session } from './session.ts';

/** Returns a row of the view `readable_prompts`: a private prompt of Mary's in its first version. */
export function promptRow(fields: object = {}) {
  return {
    id: '00000000-0000-4000-8000-00000000000b',
    title: 'Letter',
    content: 'Write a letter',
    description: null,
    tags: [] as string[],
    is_public: false,
    version: 1,
    user_id: session.user.id,
    team_id: null,
    group_id: null,
    created_at: '2026-01-01T00:00:00+00:00',
    updated_at: '2026-01-02T00:00:00+00:00',
    deleted_at: null,
    is_template: false,
    template_category: null,
    category: null,
    icon: null,
    forked_from: null,
    forked_from_version: null,
    group_name: null,
    share_role: null,
    is_shared: false,
    favorites: [],
    prompt_uses: [] as object[],
    prompt_versions: [{ count: 1 }],
    prompt_stats: null,
    takedowns: null,
    ...fields,
  };
}
