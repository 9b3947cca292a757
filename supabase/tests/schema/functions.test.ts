import { describeMatrix } from '../matrix.ts';

describeMatrix('functions of the API', [
  [
    'public_prompt of a public prompt',
    'select from public_prompt({publicPrompt})',
    '1 1 1 1 1 1 1',
  ],
  [
    'public_prompt of a private prompt',
    'select from public_prompt({privatePrompt})',
    '0 0 0 0 0 0 0',
  ],
  ["public_prompt of a team's prompt", 'select from public_prompt({teamPrompt})', '0 0 0 0 0 0 0'],
  [
    'public_prompt of a deleted prompt',
    'select from public_prompt({deletedPrompt})',
    '0 0 0 0 0 0 0',
  ],
  [
    'explore_prompts of public prompts',
    'select from explore_prompts() where id = {publicPrompt}',
    '1 1 1 1 1 1 1',
  ],
  [
    'explore_prompts of other prompts',
    'select from explore_prompts() where id in ({privatePrompt}, {teamPrompt}, {deletedPrompt})',
    '0 0 0 0 0 0 0',
  ],
  [
    'explore_prompts of a word in no public prompt',
    `select from explore_prompts('quillfeather')`,
    '0 0 0 0 0 0 0',
  ],
  [
    'public_templates of a prompt that is none',
    'select from public_templates() where id = {publicPrompt}',
    '0 0 0 0 0 0 0',
  ],
  ['community_feed', `select from community_feed('latest')`, 'no 2 2 2 2 2 2'],
  ['search_prompts in the library', 'select from search_prompts()', 'no 3 2 0 0 0 0'],
  ['search_prompts in teams', `select from search_prompts(scope => 'teams')`, 'no 1 0 1 1 1 0'],
  [
    'search_prompts in favourites',
    `select from search_prompts(scope => 'favorites')`,
    'no 2 1 0 0 0 0',
  ],
  ['prompts_by_title', 'select from prompts_by_title()', 'no 3 2 0 0 0 no'],
  ['prompts_by_last_use', 'select from prompts_by_last_use()', 'no 3 2 0 0 0 no'],
  ['count_prompts', 'select from generate_series(1, count_prompts())', 'no 3 2 0 0 0 no'],
  ['count_community', 'select from generate_series(1, count_community())', 'no 2 2 2 2 2 no'],
  [
    'restore_prompt_version of a private prompt',
    'select from restore_prompt_version({privatePrompt}, 1)',
    'no 1 PT404 PT404 PT404 PT404 1',
  ],
  [
    "restore_prompt_version of a team's prompt",
    'select from restore_prompt_version({teamPrompt}, 1)',
    'no 1 PT404 1 1 no 1',
  ],
  [
    'save_chain of a new chain',
    `select from save_chain('New', array[{publicPrompt}]::uuid[])`,
    'no 1 1 1 1 1 23502',
  ],
  [
    'save_chain with a private prompt',
    `select from save_chain('New', array[{privatePrompt}]::uuid[])`,
    'no 1 no no no no 23502',
  ],
  [
    "save_chain of ann's chain",
    `select from save_chain('Chain', array[{publicPrompt}]::uuid[], null, {chain})`,
    'no 1 PT404 PT404 PT404 PT404 1',
  ],
  ['fork_base of what is no fork', 'select from fork_base({publicPrompt})', 'no 0 0 0 0 0 no'],
  ['delete_user_account', 'select from delete_user_account()', 'no 1 1 1 1 1 no'],
  ['my_sessions', 'select from my_sessions()', 'no 0 0 0 0 0 no'],
  ['revoke_session', 'select from revoke_session({me})', 'no PT404 PT404 PT404 PT404 PT404 no'],
  ['purge_deleted', 'select from purge_deleted()', 'no no no no no no 1'],
  [
    'undo_prompt_restore',
    'select undo_prompt_restore({privatePrompt}, now(), 1)',
    'no 1 PT409 PT409 PT409 PT409 no',
  ],
  ['known_prompts', `select from known_prompts('{}')`, 'no 1 1 1 1 1 no'],
  ['preview_import', `select from preview_import('[]')`, 'no 1 1 1 1 1 no'],
  ['import_library', 'select from import_library({me})', 'no PT404 PT404 PT404 PT404 PT404 no'],
  ['matching_prompts', 'select unnest(matching_prompts())', 'no 3 2 0 0 0 no'],
  [
    "move_prompts of ann's",
    'select jsonb_object_keys(move_prompts(array[{publicPrompt}, {deletedPrompt}]::uuid[], {group}))',
    'no 1 0 0 0 0 no',
  ],
  [
    "move_prompts to somebody else's group",
    'select move_prompts(array[{publicPrompt}]::uuid[], {samsGroup})',
    'no no 1 1 1 1 no',
  ],
  [
    'tag_prompts',
    `select jsonb_object_keys(tag_prompts(array[{publicPrompt}, {teamPrompt}, {samsPrompt}]::uuid[], array['t']))`,
    'no 2 1 0 0 0 no',
  ],
  [
    'categorize_prompts',
    `select jsonb_object_keys(categorize_prompts(array[{publicPrompt}, {teamPrompt}, {samsPrompt}]::uuid[], 'Sales'))`,
    'no 2 1 0 0 0 no',
  ],
  [
    'publish_prompts',
    'select jsonb_object_keys(publish_prompts(array[{privatePrompt}, {teamPrompt}, {samsPrompt}]::uuid[], true))',
    'no 2 1 0 0 0 no',
  ],
  [
    'undo_prompt_changes',
    `select undo_prompt_changes(jsonb_build_object({privatePrompt}, 1))`,
    'no 1 1 1 1 1 no',
  ],
  [
    'set_prompts_deleted',
    'select unnest(set_prompts_deleted(array[{publicPrompt}, {teamPrompt}, {samsPrompt}]::uuid[], true))',
    'no 2 1 0 0 0 no',
  ],
  [
    'set_favorites',
    'select unnest(set_favorites(array[{privatePrompt}, {teamPrompt}, {samsPrompt}]::uuid[], true))',
    'no 1 1 0 0 0 no',
  ],
  [
    'duplicate_prompts',
    'select unnest(duplicate_prompts(array[{publicPrompt}, {samsPublicPrompt}]::uuid[]))',
    'no 1 1 0 0 0 no',
  ],
  ['my_tags', 'select my_tags()', 'no 1 1 1 1 1 no'],
  ['rename_tags', `select rename_tags(array['a'], 'b')`, 'no 1 1 1 1 1 no'],
  ['deleted_groups', 'select from deleted_groups()', 'no 1 0 0 0 0 no'],
]);

describeMatrix('helper functions', [
  ['runs a helper of the policies', 'select private.my_team_ids()', 'no 1 0 1 1 1 0'],
  [
    'counts interest',
    'select private.update_prompt_points({publicPrompt}, {me}, 9, 9)',
    'no no no no no no no',
  ],
  ['claims mailings', 'select private.claim_mailings(1)', 'no no no no no no no'],
  ['settles a mailing', `select private.settle_mailing({me}, 'sent')`, 'no no no no no no no'],
  ['stops notifications', 'select private.stop_notifications({me})', 'no no no no no no no'],
  ['reads notices', 'select from private.notices', 'no no no no no no no'],
  ['names an heir', 'select private.find_next_owner({team}, {olga})', 'no no no no no no no'],
  [
    'hands prompts over',
    'select private.transfer_prompts({team}, {ann}, {me})',
    'no no no no no no no',
  ],
  ['explains a search', 'select private.explain_search()', 'no no no no no no no'],
  ['explains the feed', 'select private.explain_feed()', 'no no no no no no no'],
  ['reads a search box', `select private.parse_search('x')`, 'no no no no no no no'],
]);
