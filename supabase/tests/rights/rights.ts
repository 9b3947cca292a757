/**
 * The rights of each caller to each table and function of the API.
 *
 * A row is a statement, and the callers whom it serves. All others must be refused, or reach no row.
 * In the statement, {name} is an id or a value of the {@link RightsWorld}, and {me} the caller's id
 * (ann's for anon, the service role and tokens). Callers are names of rights-world.ts or {@link sets}
 * of them. `name:CODE` expects an error for a reason other than rights.
 */
export type RightsRow = readonly [statement: string, allowed: string];

/** Sets of callers, by the name that rows use. */
export const sets: Readonly<Record<string, string>> = {
  everybody: 'people anon service tokens',
  people: 'ann others',
  others: 'olga ed vic fay ivy val eve pia rob sam',
  tokens: 'reading elsewhere in_team',
};

const into = (table: string, columns: string, values: string) =>
  `insert into ${table} (${columns}) values (${values})`;

/** The newest state of a prompt, stored as a version. */
const checkpoint = (prompt: string) =>
  `insert into prompt_versions (prompt_id, title, content, tags, is_public)
   select id, title, content, tags, is_public from prompts where id = {${prompt}}`;

const upload = (prompt: string) =>
  into(
    'storage.objects',
    'bucket_id, name',
    `'attachments', {${prompt}} || '/' || gen_random_uuid()`,
  );

/** Reads messages of the private realtime topic of a prompt, as its subscribers do. */
const follow = (prompt: string) =>
  `select from set_config('realtime.topic', 'prompt:' || {${prompt}}, true) topic, lateral (
     select from realtime.messages m where m.topic = topic.topic and m.extension = 'broadcast' offset 0) m`;
/** Shows the caller to other editors of a prompt. */
const joinPresence = (prompt: string) =>
  `insert into realtime.messages (topic, extension)
   select topic, 'presence' from set_config('realtime.topic', 'prompt:' || {${prompt}}, true) topic`;

const teams: readonly RightsRow[] = [
  ['select from teams where id = {team}', 'ann olga ed vic service reading in_team'],
  ['select from teams where id = {samsTeam}', 'sam service'],
  [into('teams', 'name', `'New'`), 'people service'],
  [into('teams', 'name, created_by', `'New', {ann}`), 'ann service'],
  [`update teams set name = 'x' where id = {team}`, 'olga service'],
  ['delete from teams where id = {team}', 'olga service'],

  ['select from team_members where team_id = {team}', 'ann olga ed vic service'],
  ['select from team_members where user_id = {ivy}', ''],
  [into('team_members', 'team_id, user_id, role', `{team}, {me}, 'viewer'`), 'service:23505'],
  [into('team_members', 'team_id, user_id, role', `{team}, {sam}, 'owner'`), 'service'],
  [
    `update team_members set role = 'viewer' where team_id = {team} and user_id = {ed}`,
    'olga service',
  ],
  [`update team_members set role = 'editor' where team_id = {team} and user_id = {vic}`, 'service'],
  [
    `update team_members set role = 'owner', accepted_role = 'owner' where team_id = {team} and user_id = {me}`,
    'olga service',
  ],
  ['update team_members set user_id = {sam} where team_id = {team} and user_id = {vic}', ''],
  [
    `insert into team_members (team_id, user_id) values ({team}, '00000000-0000-4000-8000-000000000001')`,
    'service:23514',
  ],
  [
    `update team_members set role = 'viewer' where team_id = {team} and user_id = {olga}`,
    'olga:23514 service:23514',
  ],
  ['delete from team_members where team_id = {team} and user_id = {vic}', 'olga vic service'],
  [
    'delete from team_members where team_id = {team} and user_id = {me}',
    'ann olga:23514 ed vic service',
  ],
  ['select leave_team({team})', 'ann olga:23514 ed vic'],
  ['select leave_team({team}, true)', 'ann olga:23514 ed vic'],

  ['select from team_invitations where id = {invitation}', 'olga ivy service'],
  [
    into(
      'team_invitations',
      'team_id, role, user_id, invited_by',
      `{team}, 'owner', {sam}, {olga}`,
    ),
    'service',
  ],
  [`update team_invitations set role = 'owner'`, 'service'],
  ['delete from team_invitations', 'service'],
  [`select invite_to_team({team}, 'owner', 'x@example.com')`, 'olga'],
  [`select invite_to_team({team}, 'viewer', null, {sam})`, 'olga'],
  [`select invite_to_team({team}, 'editor', null, {ann})`, 'olga:PT409'],
  [`select invite_to_team({team}, 'owner', null, {ann})`, 'olga'],
  [`select invite_to_team({team}, 'viewer', {ivy} || '@example.com')`, 'olga:PT409'],
  [`select invite_to_team({team}, 'editor', null, gen_random_uuid())`, ''],
  [
    `select invite_to_team({team}, 'owner', null, '00000000-0000-4000-8000-000000000001')`,
    'olga:23514',
  ],
  [`select invite_to_team({team}, 'viewer')`, 'olga:23514'],
  [`select invite_to_team({team}, 'viewer', 'x@example.com', {ann})`, 'olga:PT409'],
  [`select invite_to_team({team}, 'viewer', 'x')`, 'olga:23514'],
  [`select invite_to_team({team}, 'boss', 'x@example.com')`, 'olga:23514'],
  ['select accept_team_invitation({invitation})', 'ivy'],
  ['select decline_team_invitation({invitation})', 'ivy'],
  ['select revoke_team_invitation({invitation})', 'olga'],
  ['select from my_team_invitations() where id = {invitation}', 'ivy'],

  ['select id from team_links where id = {link}', 'olga service'],
  ['select token_hash from team_links where id = {link}', 'service'],
  [
    into(
      'team_links',
      'team_id, role, token_hash, created_by, expires_at, max_uses',
      `{team}, 'viewer', '', {me}, now(), 1`,
    ),
    '',
  ],
  ['update team_links set uses = 0', ''],
  ['delete from team_links', 'service'],
  [`select create_team_link({team}, 'viewer')`, 'olga'],
  [`select create_team_link({team}, 'owner')`, 'people:PT422'],
  ['select revoke_team_link({link})', 'olga'],
  ['select from team_link({linkToken})', 'ann olga ed vic ivy val eve pia rob sam'],
  ['select accept_team_link({linkToken})', 'ann olga ed vic ivy val eve pia rob sam'],
  [`select accept_team_link('x')`, ''],

  ['select from team_activity where team_id = {team}', 'ann olga ed vic service'],
  ['select from team_activity where {ivy} in (actor_id, member_id)', ''],
  [into('team_activity', 'team_id, action', `{team}, 'member_left'`), ''],
  [`update team_activity set title = 'x'`, ''],
  ['delete from team_activity', ''],

  ['select jsonb_object_keys(move_prompts_to_team(array[{privatePrompt}]::uuid[], {team}))', 'ann'],
  ['select jsonb_object_keys(move_prompts_to_team(array[{teamPrompt}]::uuid[], null))', 'ann'],
  ['select from teams_of_prompts(array[{teamPrompt}]::uuid[])', 'ann reading in_team'],
];

const shares: readonly RightsRow[] = [
  ['select from prompt_shares where id = {eveShare}', 'ann eve service'],
  ['select from prompt_shares where id = {piaShare}', 'ann service'],
  ['select from prompt_shares where id = {robShare}', 'ann rob service'],
  [
    into(
      'prompt_shares',
      'prompt_id, role, email, invited_by, first_version, state, user_id',
      `{privatePrompt}, 'editor', 'a@b.example', {ann}, 1, 'accepted', {sam}`,
    ),
    'service',
  ],
  [`update prompt_shares set state = 'accepted', user_id = {sam} where id = {piaShare}`, 'service'],
  ['delete from prompt_shares where id = {eveShare}', 'service'],
  [`select share_prompt({privatePrompt}, 'x@example.com')`, 'ann'],
  [`select share_prompt({teamPrompt}, 'x@example.com')`, 'ann'],
  [`select change_share_role({valShare}, 'editor')`, 'ann'],
  ['select revoke_prompt_share({valShare})', 'ann'],
  ['select accept_prompt_share({piaShare})', 'pia'],
  ['select accept_prompt_share({robShare})', ''],
  ['select decline_prompt_share({piaShare})', 'pia'],
  ['select decline_prompt_share({eveShare})', 'eve'],
  ['select from my_offered_prompts() where id = {piaShare}', 'pia'],
  ['select from prompt_people({privatePrompt}) where user_id = {val}', 'ann val eve'],
  ['select from prompt_people({privatePrompt}) where user_id = {pia}', ''],
  ['select from prompt_people({privatePrompt}) where email is not null', 'ann'],
];

const groups: readonly RightsRow[] = [
  ['select from groups where id = {innerGroup}', 'ann service reading'],
  [into('groups', 'name, user_id', `'New', {me}`), 'people service'],
  [into('groups', 'name, user_id', `'New', {ann}`), 'ann service'],
  [into('groups', 'name, user_id, parent_id', `'New', {ann}, {group}`), 'ann service'],
  [`update groups set name = 'x' where id = {innerGroup}`, 'ann service'],
  ['update groups set parent_id = null where id = {innerGroup}', 'ann service'],
  ['update groups set user_id = {sam}, parent_id = null where id = {emptyGroup}', 'service'],
  ['update groups set deleted_at = now() where id = {group}', 'ann service'],
  ['update groups set deleted_at = null where id = {deletedGroup}', 'ann service'],
  ['delete from groups where id = {group}', 'ann service'],
  ['select dissolve_group({group})', 'ann'],
  [
    `select undo_group_dissolution({deletedGroup}, (select deleted_at from groups where id = {deletedGroup}), '{}', '{}')`,
    'ann others:PT409 elsewhere:PT409 in_team:PT409',
  ],
  ['select from deleted_groups() where id = {deletedGroup}', 'ann reading'],
  ['select from groups where id = {teamGroup}', 'ann olga ed vic service reading in_team'],
  [into('groups', 'name, team_id', `'New', {team}`), 'ann olga ed service in_team'],
  [`update groups set name = 'x' where id = {teamGroup}`, 'ann olga ed service in_team'],
  ['update groups set deleted_at = now() where id = {teamGroup}', 'ann olga ed service in_team'],
  ['update groups set team_id = null, user_id = {me} where id = {teamGroup}', ''],
  ['update groups set team_id = {team}, user_id = null where id = {group}', ''],
  [
    'update groups set parent_id = {group} where id = {teamGroup}',
    'ann:23503 olga:23503 ed:23503 service:23503 in_team:23503',
  ],
  ['delete from groups where id = {teamGroup}', 'service'],
  ['select dissolve_group({teamGroup})', 'ann olga ed in_team'],
  [
    'select from deleted_groups({team}) where id = {deletedTeamGroup}',
    'ann olga ed vic reading in_team',
  ],
  ['select from prompts_below({group}) where id = {privatePrompt}', 'ann reading'],
  ['select jsonb_object_keys(move_prompts(array[{privatePrompt}]::uuid[], {emptyGroup}))', 'ann'],
  ['select jsonb_object_keys(move_prompts(array[{samsPrompt}]::uuid[], {samsGroup}))', 'sam'],
];

const prompts: readonly RightsRow[] = [
  ['select from prompts where id = {privatePrompt}', 'ann val eve service reading'],
  ['select from prompts where id = {teamPrompt}', 'ann olga ed vic service reading in_team'],
  ['select from prompts where id = {faysPrompt}', 'ann olga ed vic fay service reading in_team'],
  ['select from prompts where id = {publicPrompt}', 'people service reading'],
  ['select from prompts where id = {deletedPrompt}', 'ann service reading'],
  ['select from prompts where id = {deletedTeamPrompt}', 'ann olga ed vic service reading in_team'],
  [into('prompts', 'title, content, user_id', `'a', 'b', {me}`), 'people service'],
  [into('prompts', 'title, content, user_id', `'a', 'b', {ann}`), 'ann service'],
  [
    into('prompts', 'title, content, user_id, team_id', `'a', 'b', {me}, {team}`),
    'ann olga ed service in_team',
  ],
  [into('prompts', 'title, content, user_id, group_id', `'a', 'b', {me}, {group}`), 'ann service'],
  [
    into('prompts', 'title, content, user_id, group_id', `'a', 'b', {me}, {deletedGroup}`),
    'service',
  ],
  [into('prompts', 'title, content, user_id, is_template', `'a', 'b', {me}, true`), 'service'],
  [
    into('prompts', 'title, content, user_id, forked_from', `'a', 'b', {me}, {privatePrompt}`),
    'ann val eve service',
  ],
  [
    into('prompts', 'title, content, user_id, forked_from', `'a', 'b', {me}, {teamPrompt}`),
    'ann olga ed vic service',
  ],
  [
    into('prompts', 'title, content, user_id, forked_from', `'a', 'b', {me}, {publicPrompt}`),
    'people service',
  ],
  [
    into('prompts', 'title, content, user_id, forked_from', `'a', 'b', {me}, {deletedPrompt}`),
    'ann service',
  ],
  [`update prompts set title = 'x' where id = {privatePrompt}`, 'ann eve service'],
  [`update prompts set title = 'x' where id = {teamPrompt}`, 'ann olga ed service in_team'],
  [`update prompts set title = 'x' where id = {faysPrompt}`, 'ann olga ed fay service in_team'],
  [`update prompts set title = 'x' where id = {publicPrompt}`, 'ann service'],
  [`update prompts set title = 'x' where id = {deletedPrompt}`, 'ann service'],
  ['update prompts set user_id = {sam}, group_id = null where id = {privatePrompt}', 'service'],
  ['update prompts set user_id = {sam} where id = {teamPrompt}', 'service'],
  ['update prompts set user_id = {me} where id = {faysPrompt}', 'fay service'],
  ['update prompts set team_id = {team} where id = {privatePrompt}', 'ann service'],
  ['update prompts set team_id = {samsTeam} where id = {privatePrompt}', 'service'],
  ['update prompts set team_id = null where id = {teamPrompt}', 'ann service'],
  ['update prompts set team_id = null where id = {faysPrompt}', 'fay service'],
  ['update prompts set group_id = {emptyGroup} where id = {privatePrompt}', 'ann service'],
  ['update prompts set group_id = {group} where id = {teamPrompt}', 'service'],
  [
    'update prompts set group_id = {teamGroup} where id = {teamPrompt}',
    'ann olga ed service in_team',
  ],
  [
    'update prompts set group_id = {teamGroup} where id = {faysPrompt}',
    'ann olga ed service in_team',
  ],
  ['update prompts set group_id = {teamGroup} where id = {privatePrompt}', 'service'],
  [
    into('prompts', 'title, content, user_id, group_id', `'a', 'b', {me}, {teamGroup}`),
    'ann olga ed service in_team',
  ],
  ['update prompts set group_id = {samsGroup} where id = {privatePrompt}', 'service'],
  ['update prompts set is_public = true where id = {privatePrompt}', 'ann service'],
  ['update prompts set is_public = true where id = {teamPrompt}', 'ann service in_team'],
  ['update prompts set is_template = true where id = {publicPrompt}', 'service'],
  ['update prompts set forked_from = {samsPublicPrompt} where id = {publicPrompt}', 'service'],
  ['update prompts set shared_version = 1 where id = {teamPrompt}', 'ann olga ed service in_team'],
  ['update prompts set id = gen_random_uuid() where id = {publicPrompt}', 'service:23503'],
  ['update prompts set deleted_at = now() where id = {privatePrompt} returning id', 'ann service'],
  [
    'update prompts set deleted_at = now() where id = {teamPrompt} returning id',
    'ann olga ed service in_team',
  ],
  ['update prompts set deleted_at = null where id = {deletedPrompt} returning id', 'ann service'],
  [
    'update prompts set deleted_at = null where id = {deletedTeamPrompt} returning id',
    'ann olga ed service in_team',
  ],
  ['delete from prompts where id = {privatePrompt}', 'ann service'],
  ['delete from prompts where id = {teamPrompt}', 'ann service'],
  ['delete from prompts where id = {faysPrompt}', 'fay service'],

  ['select from readable_prompts where id = {privatePrompt}', 'ann val eve reading'],
  ['select from readable_prompts where id = {teamPrompt}', 'ann olga ed vic reading in_team'],
  ['select from readable_prompts where id = {deletedPrompt}', 'ann reading'],
  ['select from readable_prompts where group_id = {innerGroup}', 'ann reading'],
  ['select from readable_prompts where id = {faysFork} and forked_from is not null', ''],
  ['select from prompt_details_v where id = {publicPrompt}', 'people service reading'],
  ['select from prompt_details_v where id in ({privatePrompt}, {teamPrompt}, {deletedPrompt})', ''],
  [`update prompt_details_v set title = 'x'`, 'everybody:55000'],
  [`update readable_prompts set title = 'x'`, ''],
  ['delete from readable_prompts', ''],
  ['select from prompt_search', ''],
  ['select from public_prompt({publicPrompt})', 'everybody'],
  ['select from public_prompt({privatePrompt})', ''],
  ['select from public_prompt({teamPrompt})', ''],
  ['select from public_prompt_ids({first}, {last}) id where id = {publicPrompt}', 'everybody'],
  [
    'select from public_prompt_ids({first}, {last}) id where id in ({privatePrompt}, {teamPrompt}, {deletedPrompt})',
    '',
  ],
  ['select from fork_base({faysFork})', ''],
  [`select from search_prompts('quillfeather') where id = {privatePrompt}`, 'ann reading'],
  [`select from search_prompts('quillfeather', 'shared') where id = {privatePrompt}`, 'val eve'],
  [`select from search_prompts('quillfeather', 'shared') where id = {deletedPrompt}`, ''],
  [
    `select from search_prompts('quillfeather', 'teams') where id = {teamPrompt}`,
    'ann olga ed vic reading in_team',
  ],
  [
    `select from search_prompts('quillfeather', 'teams') where id = {faysPrompt}`,
    'ann olga ed vic reading in_team',
  ],
  [
    `select from search_prompts('quillfeather', 'favorites') where id = {privatePrompt}`,
    'ann val eve reading',
  ],
  [
    `select from search_prompts('quillfeather', 'favorites') where id = {teamPrompt}`,
    'ann olga ed vic reading in_team',
  ],
  ['select from prompts_by_title() where id = {privatePrompt}', 'ann reading'],
  ['select from prompts_by_title() where id = {teamPrompt}', 'ann reading in_team'],
  ['select from prompts_by_last_use() where id = {privatePrompt}', 'ann reading'],
  ['select from prompts_by_last_use() where id = {teamPrompt}', 'ann reading in_team'],
  [
    `select from prompts_by_title(scope => 'team:' || {team}) where id = {teamPrompt}`,
    'ann olga ed vic reading in_team',
  ],
  [
    `select from prompts_by_last_use(scope => 'team:' || {team}) where id = {teamPrompt}`,
    'ann olga ed vic reading in_team',
  ],
  ['select from count_prompts(in_group => {innerGroup}) n where n > 0', 'ann reading'],
  ['select from unnest(matching_prompts()) id where id = {privatePrompt}', 'ann reading'],
  [
    `select from unnest(matching_prompts('', {team})) id where id = {teamPrompt}`,
    'ann olga ed vic reading in_team',
  ],
  [
    `select from unnest(matching_prompts('quillfeather', {team})) id where id = {teamPrompt}`,
    'ann olga ed vic reading in_team',
  ],
  [
    'select unnest(own_ids) from rights_to_prompts(array[{teamPrompt}]::uuid[])',
    'ann reading in_team',
  ],
  [`select from community_feed('latest') where id = {samsPublicPrompt}`, 'people service tokens'],
  [`select from community_feed('latest') where id in ({privatePrompt}, {teamPrompt})`, ''],
  ['select from count_community() n where n > 0', 'people tokens'],
  [`select from explore_prompts() where id = {publicPrompt}`, 'everybody'],
  [`select from explore_prompts() where id in ({privatePrompt}, {teamPrompt})`, ''],
  ['select from public_templates() where id = {publicPrompt}', ''],
  [`select jsonb_object_keys(tag_prompts(array[{privatePrompt}]::uuid[], '{a}'))`, 'ann'],
  [
    `select jsonb_object_keys(tag_prompts(array[{teamPrompt}]::uuid[], '{a}'))`,
    'ann olga ed in_team',
  ],
  [
    `select jsonb_object_keys(tag_prompts(array[{faysPrompt}]::uuid[], '{a}'))`,
    'ann olga ed fay in_team',
  ],
  [`select jsonb_object_keys(categorize_prompts(array[{privatePrompt}]::uuid[], 'Sales'))`, 'ann'],
  [
    `select jsonb_object_keys(categorize_prompts(array[{teamPrompt}]::uuid[], 'Sales'))`,
    'ann olga ed in_team',
  ],
  ['select jsonb_object_keys(publish_prompts(array[{privatePrompt}]::uuid[], true))', 'ann'],
  ['select jsonb_object_keys(publish_prompts(array[{teamPrompt}]::uuid[], true))', 'ann in_team'],
  ['select from undo_prompt_changes(jsonb_build_object({privatePrompt}, 3)) n where n > 0', 'ann'],
  ['select unnest(set_prompts_deleted(array[{privatePrompt}]::uuid[], true))', 'ann'],
  ['select unnest(set_prompts_deleted(array[{teamPrompt}]::uuid[], true))', 'ann in_team'],
  ['select undo_prompt_restore({privatePrompt}, now(), 3)', 'ann others:PT409'],
  ['select unnest(duplicate_prompts(array[{privatePrompt}]::uuid[]))', 'ann'],
  ['select unnest(duplicate_prompts(array[{teamPrompt}]::uuid[]))', 'ann olga ed vic'],
  ['select my_tags()', 'people tokens'],
  [`select from jsonb_array_elements(my_tags({team}))`, 'ann olga ed vic fay reading in_team'],
  [`select rename_tags('{a}', 'b')`, 'people elsewhere in_team'],
  [`select jsonb_object_keys(rename_tags('{launch}', 'b', {team}))`, 'ann olga ed fay in_team'],
];

const partsOfPrompts: readonly RightsRow[] = [
  // Versions
  [
    'select from prompt_versions where prompt_id = {privatePrompt} and version_number = 1',
    'ann service reading',
  ],
  [
    'select from prompt_versions where prompt_id = {privatePrompt} and version_number = 2',
    'ann val eve service reading',
  ],
  [
    'select from prompt_versions where prompt_id = {teamPrompt} and version_number = 1',
    'ann service reading in_team',
  ],
  [
    'select from prompt_versions where prompt_id = {teamPrompt} and version_number = 3',
    'ann olga ed vic service reading in_team',
  ],
  [
    'select from prompt_versions where prompt_id = {faysPrompt} and version_number = 3',
    'ann olga ed vic fay service reading in_team',
  ],
  ['select from prompt_versions where prompt_id = {publicPrompt}', 'ann service reading'],
  ['select from prompt_versions where prompt_id = {deletedPrompt}', 'ann service reading'],
  [checkpoint('privatePrompt'), 'ann eve service'],
  [checkpoint('teamPrompt'), 'ann olga ed service in_team'],
  [checkpoint('publicPrompt'), 'ann service'],
  [
    into(
      'prompt_versions',
      'prompt_id, title, content',
      `{privatePrompt}, 'Quillfeather', 'forged'`,
    ),
    '',
  ],
  [`update prompt_versions set title = 'x' where prompt_id = {privatePrompt}`, ''],
  ['delete from prompt_versions where prompt_id = {publicPrompt}', 'service'],
  ['select restore_prompt_version({privatePrompt}, 1)', 'ann service'],
  ['select restore_prompt_version({privatePrompt}, 2)', 'ann eve service'],
  ['select restore_prompt_version({teamPrompt}, 1)', 'ann service in_team'],
  ['select restore_prompt_version({teamPrompt}, 3)', 'ann olga ed service in_team'],

  // Labels
  [
    `select from prompt_labels where prompt_id = {privatePrompt} and label = 'production'`,
    'ann val eve service reading',
  ],
  [
    `select from prompt_labels where prompt_id = {privatePrompt} and label = 'old'`,
    'ann service reading',
  ],
  [
    `select from prompt_labels where prompt_id = {teamPrompt} and label = 'production'`,
    'ann olga ed vic service reading in_team',
  ],
  [
    `select from prompt_labels where prompt_id = {teamPrompt} and label = 'old'`,
    'ann service reading in_team',
  ],
  [into('prompt_labels', 'prompt_id, label, version_number', `{teamPrompt}, 'x', 3`), ''],
  ['update prompt_labels set version_number = 1', ''],
  ['delete from prompt_labels', ''],
  [
    'select from prompt_label_moves where prompt_id = {privatePrompt} and to_version = 2',
    'ann val eve service reading',
  ],
  [
    'select from prompt_label_moves where prompt_id = {privatePrompt} and to_version = 1',
    'ann service reading',
  ],
  [
    'select from prompt_label_moves where prompt_id = {teamPrompt} and to_version = 3',
    'ann olga ed vic service reading in_team',
  ],
  [
    'select from prompt_label_moves where prompt_id = {teamPrompt} and to_version = 1',
    'ann service reading in_team',
  ],
  [into('prompt_label_moves', 'prompt_id, label, to_version', `{teamPrompt}, 'x', 3`), ''],
  [`update prompt_label_moves set note = 'x'`, ''],
  ['delete from prompt_label_moves', ''],
  [`select move_prompt_label({privatePrompt}, 'staging', 2)`, 'ann'],
  [`select move_prompt_label({teamPrompt}, 'staging', 3)`, 'ann olga ed in_team'],
  [`select move_prompt_label({teamPrompt}, 'staging', 1)`, 'ann in_team'],
  [`select remove_prompt_label({teamPrompt}, 'production')`, 'ann olga ed in_team'],
  [`select protect_prompt_label({privatePrompt}, 'production', true)`, 'ann'],
  [`select protect_prompt_label({teamPrompt}, 'production', true)`, 'ann olga'],

  // Counts, favourites and uses
  ['select from prompt_stats where prompt_id = {privatePrompt}', 'ann val eve service reading'],
  [
    'select from prompt_stats where prompt_id = {teamPrompt}',
    'ann olga ed vic service reading in_team',
  ],
  ['select from prompt_stats where prompt_id = {publicPrompt}', 'people service reading'],
  [into('prompt_stats', 'prompt_id', '{publicPrompt}'), ''],
  ['update prompt_stats set points = 9', ''],
  ['delete from prompt_stats', ''],
  ['select from favorites where user_id = {ann}', 'ann service reading in_team'],
  [
    into('favorites', 'user_id, prompt_id', '{me}, {deletedTeamPrompt}'),
    'ann olga ed vic service in_team',
  ],
  [into('favorites', 'user_id, prompt_id', '{me}, {deletedPrompt}'), 'ann service'],
  [into('favorites', 'user_id, prompt_id', '{me}, {samsPrompt}'), 'sam service'],
  [into('favorites', 'user_id, prompt_id', '{me}, {publicPrompt}'), 'people service'],
  [into('favorites', 'user_id, prompt_id', '{ann}, {publicPrompt}'), 'ann service'],
  ['update favorites set created_at = now()', 'service'],
  ['delete from favorites where user_id = {ann}', 'ann service in_team'],
  [
    'select unnest(set_favorites(array[{faysPrompt}]::uuid[], true))',
    'ann olga ed vic fay in_team',
  ],
  ['select from prompt_uses where user_id = {ann}', 'ann service reading in_team'],
  [
    into('prompt_uses', 'user_id, prompt_id', '{me}, {faysPrompt}'),
    'ann olga ed vic fay service reading in_team',
  ],
  [into('prompt_uses', 'user_id, prompt_id', '{me}, {samsPrompt}'), 'sam service'],
  [into('prompt_uses', 'user_id, prompt_id', '{ann}, {publicPrompt}'), 'ann service reading'],
  ['update prompt_uses set used_at = now() where user_id = {ann}', 'ann service reading in_team'],
  [
    'update prompt_uses set prompt_id = {samsPrompt} where user_id = {me} and prompt_id = {teamPrompt}',
    'service',
  ],
  ['delete from prompt_uses where user_id = {ann}', 'ann service'],

  // Comments
  ['select from comments where prompt_id = {publicPrompt} and user_id = {ann}', 'people service'],
  ['select from comments where prompt_id = {privatePrompt}', 'ann val eve service'],
  ['select from comments where prompt_id = {teamPrompt}', 'ann olga ed vic service'],
  [into('comments', 'prompt_id, user_id, body', `{publicPrompt}, {me}, 'x'`), 'people service'],
  [into('comments', 'prompt_id, user_id, body', `{privatePrompt}, {me}, 'x'`), 'service'],
  [into('comments', 'prompt_id, user_id, body', `{teamPrompt}, {me}, 'x'`), 'service'],
  [into('comments', 'prompt_id, body, user_id', `{publicPrompt}, 'x', {ann}`), 'ann service'],
  [`update comments set body = 'x' where id = {comment}`, 'ann service'],
  ['update comments set prompt_id = {samsPublicPrompt} where id = {comment}', ''],
  ['update comments set user_id = {olga} where id = {comment}', ''],
  ['delete from comments where id = {comment}', 'ann service'],
  ['delete from comments where id = {samsComment}', 'ann sam service'],

  // Files
  ['select from prompt_attachments where prompt_id = {privatePrompt}', 'ann val eve service'],
  ['select from storage.objects where name = {privateFile}', 'ann val eve service'],
  [upload('privatePrompt'), 'ann eve service'],
  [
    'update prompt_attachments set removed_at = now() where prompt_id = {privatePrompt}',
    'ann eve service',
  ],
  ['select from prompt_attachments where prompt_id = {teamPrompt}', 'ann olga ed vic service'],
  ['select from storage.objects where name = {teamFile}', 'ann olga ed vic service'],
  [upload('teamPrompt'), 'ann olga ed service'],
  [
    'update prompt_attachments set removed_at = now() where prompt_id = {teamPrompt}',
    'ann olga ed service',
  ],
  ['select from prompt_attachments where prompt_id = {publicPrompt}', 'people service'],
  ['select from storage.objects where name = {publicFile}', 'people anon service'],
  [upload('publicPrompt'), 'ann service'],
  [
    'update prompt_attachments set removed_at = now() where prompt_id = {publicPrompt}',
    'ann service',
  ],
  [upload('deletedPrompt'), 'service'],
  [
    into('storage.objects', 'bucket_id, name', `'attachments', {privatePrompt} || '/../x'`),
    'service',
  ],
  [
    'update prompt_attachments set object_name = {publicFile} where prompt_id = {privatePrompt}',
    'service',
  ],
  [
    into(
      'prompt_attachments',
      'prompt_id, name, object_name, type, size',
      `{privatePrompt}, 'x', 'x', 'x', 1`,
    ),
    'service',
  ],
  ['delete from prompt_attachments', 'service'],
  [`update storage.objects set version = 'x' where bucket_id = 'attachments'`, 'service'],
  [`delete from storage.objects where bucket_id = 'attachments'`, 'service'],
  ['select from public_attachments({publicPrompt})', 'everybody'],
  ['select from public_attachments({teamPrompt})', ''],

  // The realtime topic of a prompt
  [follow('privatePrompt'), 'ann val eve service'],
  [follow('teamPrompt'), 'ann olga ed vic service'],
  [joinPresence('privatePrompt'), 'ann eve service'],
  [joinPresence('teamPrompt'), 'ann olga ed service'],
  [joinPresence('publicPrompt'), 'ann service'],

  // Included prompts
  ['select from prompt_includes where prompt_id = {privatePrompt}', 'ann val eve service reading'],
  [
    into(
      'prompt_includes',
      'prompt_id, position, included_id',
      '{privatePrompt}, 9, {publicPrompt}',
    ),
    '',
  ],
  ['update prompt_includes set position = 9', ''],
  ['delete from prompt_includes', ''],
  [
    'select from included_texts(array[{privatePrompt}]) where prompt_id = {privatePrompt} and content is not null',
    'ann val eve reading',
  ],
  [
    'select from included_texts(array[{teamPrompt}]) where content is not null',
    'ann olga ed vic reading in_team',
  ],
  ['select from included_texts(array[{faysIncluding}]) where content is not null', 'fay'],
  [
    'select from included_texts(array[{faysIncluding}]) where prompt_id = {teamPrompt} and content is not null',
    '',
  ],
  [
    `select from prompt_usage(array[{publicPrompt}]::uuid[]) u where u::text like '%' || {privatePrompt} || '%'`,
    'ann',
  ],
  [`select delete_included_prompts(array[{privatePrompt}]::uuid[], '[]')`, 'ann'],
  [`select restore_included_prompts(array[{deletedPrompt}]::uuid[], '{}')`, 'ann'],
];

const others: readonly RightsRow[] = [
  ['select from chains where id = {chain}', 'ann service'],
  [into('chains', 'title, user_id', `'New', {me}`), 'people service'],
  [into('chains', 'title, user_id', `'New', {ann}`), 'ann service'],
  [`update chains set title = 'x' where id = {chain}`, 'ann service'],
  ['update chains set user_id = {sam} where id = {chain}', 'service'],
  ['delete from chains where id = {chain}', 'ann service'],
  ['select from chain_prompts where chain_id = {chain}', 'ann service'],
  ['select from chain_prompts where chain_id = {faysChain}', 'fay service'],
  [
    into('chain_prompts', 'chain_id, prompt_id, sequence_order', '{chain}, {publicPrompt}, 9'),
    'ann service',
  ],
  [
    into('chain_prompts', 'chain_id, prompt_id, sequence_order', '{faysChain}, {teamPrompt}, 9'),
    'service',
  ],
  [
    into('chain_prompts', 'chain_id, title, content, sequence_order', `{samsChain}, 'a', 'b', 9`),
    'sam service',
  ],
  [
    `update chain_prompts set prompt_id = null, title = 'a', content = 'b' where chain_id = {chain}`,
    'ann service',
  ],
  [`update chain_prompts set bindings = '{}' where chain_id = {chain}`, 'ann service'],
  ['update chain_prompts set prompt_id = {samsPrompt} where chain_id = {chain}', 'service'],
  [
    'update chain_prompts set chain_id = {samsChain}, sequence_order = 9 where chain_id = {chain}',
    '',
  ],
  ['delete from chain_prompts where chain_id = {chain}', 'ann service'],
  ['select from chain_runs where id = {run}', 'ann service'],
  [into('chain_runs', 'title, user_id, chain_id', `'Run', {me}, {chain}`), 'ann service'],
  [into('chain_runs', 'title, user_id', `'Run', {ann}`), 'ann service'],
  [`update chain_runs set answers = '["a"]' where id = {run}`, 'ann service'],
  ['update chain_runs set chain_id = {samsChain} where id = {run}', 'service'],
  ['delete from chain_runs where id = {run}', 'ann service'],
  ['select from chains where id = {teamChain}', 'ann olga ed vic service in_team'],
  ['select from chains where id = {faysTeamChain}', 'ann olga ed vic fay service in_team'],
  [into('chains', 'title, team_id', `'New', {team}`), 'ann olga ed service:23502'],
  [into('chains', 'title, team_id', `'New', {samsTeam}`), 'sam service:23502'],
  [into('chains', 'title, user_id, team_id', `'New', {ann}, {team}`), 'ann service'],
  [`update chains set title = 'x' where id = {teamChain}`, 'ann olga ed service'],
  [`update chains set title = 'x' where id = {faysTeamChain}`, 'ann olga ed fay service'],
  ['update chains set user_id = {me} where id = {teamChain}', 'ann service'],
  ['update chains set user_id = {sam} where id = {teamChain}', 'service'],
  ['update chains set team_id = {team} where id = {chain}', 'ann service'],
  ['update chains set team_id = {samsTeam} where id = {samsChain}', 'sam service'],
  ['update chains set team_id = {team} where id = {samsChain}', 'service'],
  ['update chains set team_id = {samsTeam} where id = {teamChain}', 'service'],
  ['update chains set team_id = null where id = {teamChain}', 'ann service'],
  ['update chains set team_id = null where id = {faysTeamChain}', 'fay service'],
  ['update chains set team_id = {team} where id = {faysChain}', 'service'],
  ['delete from chains where id = {teamChain}', 'ann olga ed service'],
  [
    'select from chain_prompts where chain_id = {teamChain} and content is not null',
    'ann olga ed vic service in_team',
  ],
  [
    `select from chain_prompts s join readable_prompts p on p.id = s.prompt_id
     where s.chain_id = {teamChain} and p.id = {teamPrompt}`,
    'ann olga ed vic in_team',
  ],
  [
    `select from chain_prompts s join readable_prompts p on p.id = s.prompt_id
     where s.chain_id = {teamChain} and p.id = {privatePrompt}`,
    'ann',
  ],
  [
    into('chain_prompts', 'chain_id, title, content, sequence_order', `{teamChain}, 'a', 'b', 9`),
    'ann olga ed service',
  ],
  [
    into('chain_prompts', 'chain_id, prompt_id, sequence_order', '{teamChain}, {teamPrompt}, 9'),
    'ann olga ed service',
  ],
  [
    into('chain_prompts', 'chain_id, prompt_id, sequence_order', '{teamChain}, {privatePrompt}, 9'),
    'ann service',
  ],
  [
    into('chain_prompts', 'chain_id, prompt_id, sequence_order', '{teamChain}, {samsPrompt}, 9'),
    'service',
  ],
  [
    `update chain_prompts set content = 'x' where chain_id = {teamChain} and content is not null`,
    'ann olga ed service',
  ],
  [
    `update chain_prompts set prompt_id = {samsPrompt}, title = null, content = null where chain_id = {teamChain}`,
    'service',
  ],
  ['delete from chain_prompts where chain_id = {teamChain}', 'ann olga ed service'],
  ['select from chain_runs where id = {olgasRun}', 'olga service'],
  [
    into('chain_runs', 'title, user_id, chain_id', `'Run', {me}, {teamChain}`),
    'ann olga ed vic service',
  ],
  [`select save_chain('New', array[{teamPrompt}]::uuid[], team_id => {team})`, 'ann olga ed'],
  [`select save_chain('New', array[{samsPublicPrompt}]::uuid[], team_id => {samsTeam})`, 'sam'],
  [
    `select save_chain('Chain', array[{teamPrompt}]::uuid[], null, {teamChain})`,
    'ann olga ed service',
  ],
  [`select save_chain('New', array[{teamPrompt}]::uuid[])`, 'ann olga ed vic service:23502'],
  [`select save_chain('Chain', array[{publicPrompt}]::uuid[], null, {chain})`, 'ann service'],

  ['select from profiles where id = {ann}', 'people service tokens'],
  ['select from profiles where id = {vic}', 'ann olga ed vic service tokens'],
  ['select from profiles where id = {fay}', 'ann olga ed vic fay service tokens'],
  ['select from profiles where id = {ivy}', 'ivy service'],
  ['select from profiles where id = {val}', 'ann val eve service tokens'],
  ['select from profiles where id = {pia}', 'pia service'],
  ['select from profiles where id = {rob}', 'ann val eve rob service tokens'],
  [into('profiles', 'id', 'gen_random_uuid()'), 'service:23503'],
  [`update profiles set full_name = 'x' where id = {me}`, 'service'],
  ['delete from profiles where id = {me}', 'service'],
  ['select from hidden_authors where user_id = {ann}', 'ann service'],
  [into('hidden_authors', 'user_id, author_id', '{me}, {vic}'), 'ann olga ed vic:23514 service'],
  [into('hidden_authors', 'user_id, author_id', '{me}, {ivy}'), 'ivy:23514 service'],
  [into('hidden_authors', 'user_id, author_id', '{ann}, {olga}'), 'ann service'],
  ['update hidden_authors set author_id = {vic}', ''],
  ['delete from hidden_authors', 'ann service'],

  ['select from reports where user_id = {ann}', 'ann service'],
  [into('reports', 'user_id, prompt_id, reason', `{me}, {teamPrompt}, 'spam'`), 'service'],
  [
    into('reports', 'user_id, prompt_id, reason', `{me}, {publicPrompt}, 'spam'`),
    'olga ed vic fay ivy val eve pia rob sam service',
  ],
  [into('reports', 'user_id, prompt_id, reason', `{fay}, {publicPrompt}, 'spam'`), 'fay service'],
  [into('reports', 'user_id, prompt_id, reason', `{me}, {privatePrompt}, 'spam'`), 'service'],
  [into('reports', 'user_id, prompt_id, reason', `{me}, {deletedPrompt}, 'spam'`), 'service'],
  [
    into(
      'reports',
      'user_id, prompt_id, comment_id, reason',
      `{me}, {publicPrompt}, {samsComment}, 'spam'`,
    ),
    'ann olga ed vic fay ivy val eve pia rob service',
  ],
  [
    into(
      'reports',
      'user_id, prompt_id, comment_id, reason',
      `{me}, {samsPublicPrompt}, {samsComment}, 'spam'`,
    ),
    'service',
  ],
  ['update reports set closed_at = now()', 'service'],
  ['delete from reports', 'service'],
  ['select from open_reports()', 'service'],
  ['select from takedowns', 'ann service'],
  [into('takedowns', 'prompt_id, reason', `{publicPrompt}, 'x'`), 'service'],
  [`update takedowns set reason = 'x'`, 'service'],
  ['delete from takedowns', 'service'],
  [`select take_down_prompt({publicPrompt}, 'x')`, 'service'],
  ['select release_prompt({deletedPrompt})', 'service'],

  ['select id from access_tokens where user_id = {ann}', 'ann service'],
  ['select token_hash from access_tokens where user_id = {ann}', 'service'],
  [
    into(
      'access_tokens',
      'name, scopes, token_hash, last_characters',
      `'x', '{prompts:read}', '', ''`,
    ),
    'service:23502',
  ],
  [`update access_tokens set scopes = '{prompts:read,prompts:write}'`, 'service'],
  ['delete from access_tokens where user_id = {ann}', 'ann service'],
  [`select create_access_token('x', '{prompts:read}')`, 'people'],
  [`select create_access_token('x', '{prompts:read}', team_id => {team})`, 'ann olga ed vic'],
  [`select create_access_token('x', '{prompts:read}', group_id => {group})`, 'ann'],
  ['select from webhooks where id = {webhook}', 'ann service'],
  [into('webhooks', 'url, events', `'https://x.example/', '{prompt.created}'`), 'service:23502'],
  ['update webhooks set team_id = {team} where id = {webhook}', 'ann service'],
  ['update webhooks set user_id = {me} where id = {webhook}', 'service'],
  ['delete from webhooks where id = {webhook}', 'ann service'],
  [`select create_webhook('https://x.example/', '{prompt.created}')`, 'people'],
  [
    `select create_webhook('https://x.example/', '{prompt.created}', team_id => {team})`,
    'ann olga ed vic',
  ],
  [`select create_webhook('https://x.example/', '{prompt.created}', {group})`, 'ann'],
  ['select rotate_webhook_secret({webhook})', 'ann'],
  ['select send_webhook_test({webhook})', 'ann'],
  ['select from webhook_deliveries where id = {delivery}', 'ann service'],
  [into('webhook_deliveries', 'webhook_id, event', `{webhook}, 'webhook.test'`), 'service'],
  ['update webhook_deliveries set attempts = 0', 'service'],
  ['delete from webhook_deliveries', 'service'],
  ['select resend_webhook_delivery({delivery})', 'ann'],

  ['select from import_parts where user_id = {ann}', 'ann'],
  [into('import_parts', 'import_id, part, content', `gen_random_uuid(), 1, '{}'`), 'people'],
  [into('import_parts', 'user_id, import_id, part, content', `{ann}, {team}, 1, '{}'`), 'ann'],
  [`update import_parts set content = '{}'`, ''],
  ['delete from import_parts', 'ann'],
  ['select import_library({ann})', 'ann'],
  ['select import_library({ann}, to_team => {team})', 'ann'],
  [`select known_prompts('{}')`, 'people tokens'],
  [`select preview_import('[]')`, 'people'],
  ['select from subscriptions where user_id = {ann}', 'ann service'],
  [into('subscriptions', 'user_id, status', `{team}, 'active'`), 'service:23503'],
  [`update subscriptions set status = 'x'`, 'service'],
  ['delete from subscriptions', 'service'],
  ['select from my_sessions()', 'ann'],
  ['select revoke_session({session})', 'ann'],
  ['select recovery_codes_left()', 'people tokens'],
  ['select new_recovery_codes()', 'people:PT409'],
  [`select use_recovery_code('x')`, 'people:PT422'],
  ['select delete_user_account()', 'people'],
  ['select purge_deleted()', 'service'],
  ['select read_search_queue()', 'service'],
];

const propose = (prompt: string) =>
  `select propose_edit({${prompt}}, (select version from prompts where id = {${prompt}}), 'a', 'b')`;

const proposals: readonly RightsRow[] = [
  ['select from proposals where id = {valsProposal}', 'ann val eve service reading'],
  ['select from proposals where id = {vicsProposal}', 'ann olga ed vic service reading in_team'],
  [
    into(
      'proposals',
      'prompt_id, author_id, base_version, base_title, base_content, base_tags, title, content, tags',
      `{teamPrompt}, {me}, 3, 'a', 'a', '{}', 'b', 'b', '{}'`,
    ),
    '',
  ],
  [`update proposals set state = 'accepted', accepted_version = 3`, ''],
  ['delete from proposals', ''],
  [propose('privatePrompt'), 'ann:PT409 val eve:PT409'],
  [propose('teamPrompt'), 'ann:PT409 olga:PT409 ed:PT409 vic'],
  [propose('publicPrompt'), 'ann:PT409 olga ed vic ivy val eve pia rob sam'],
  [`select propose_edit({teamPrompt}, 3, 'a', 'b')`, 'ann:PT409 olga:PT409 ed:PT409 vic'],
  [`select accept_proposal({valsProposal}, 3, 'a', 'b')`, 'ann eve'],
  [`select accept_proposal({vicsProposal}, 3, 'a', 'b')`, 'ann olga ed'],
  [`select decline_proposal({valsProposal}, 'No')`, 'ann eve'],
  [`select decline_proposal({vicsProposal}, 'No')`, 'ann olga ed'],
  ['select withdraw_proposal({vicsProposal})', 'vic'],
  [`select from my_proposals('review') where id = {valsProposal}`, 'ann eve'],
  [`select from my_proposals('review') where id = {vicsProposal}`, 'ann olga ed'],
  [`select from my_proposals('sent') where id = {vicsProposal}`, 'vic'],
  ['select from count_open_proposals() n where n > 0', 'ann olga ed eve'],
  ['select prompt_needs_proposal({teamPrompt})', 'people'],
  ['select from accepted_text({vicsProposal})', ''],
];

/** Functions and tables behind the API. */
const internals: readonly RightsRow[] = [
  ['select private.update_prompt_points({publicPrompt}, {me}, 9, 9)', ''],
  ['select private.claim_mailings(1)', ''],
  [`select private.settle_mailing({me}, 'sent')`, ''],
  ['select private.stop_notifications({me})', ''],
  ['select private.find_next_owner({team}, {olga})', ''],
  ['select private.transfer_prompts({team}, {ann}, {me})', ''],
  ['select private.explain_search()', ''],
  ['select private.explain_feed()', ''],
  [`select private.parse_search('x')`, ''],
  ['select private.lock_my_invitation({invitation})', ''],
  [`select private.log_team_activity({team}, 'member_left')`, ''],
  ['select private.find_team_link({linkToken})', ''],
  [`select private.record_subscription('evt_1', {ann}, 'active', now())`, ''],
  ['select from private.claim_webhook_deliveries(1)', ''],
  [`select private.settle_webhook_delivery({delivery}, 'delivered', 200, null, null, 1)`, ''],
  ['select from private.claim_invitation_mails(1)', ''],
  ['select from private.notices', ''],
  ['select from private.prompt_points', ''],
  ['select from private.payment_events', ''],
  ['select from private.sent_invitations', ''],
  ['select from private.webhook_secrets', ''],
  ['select from private.recovery_codes', ''],
];

export const rights: readonly RightsRow[] = [
  ...teams,
  ...shares,
  ...groups,
  ...prompts,
  ...partsOfPrompts,
  ...others,
  ...proposals,
  ...internals,
];
