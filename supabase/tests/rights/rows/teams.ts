import { into, type RightsRow } from '../rights-row.ts';

export const teams: readonly RightsRow[] = [
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
