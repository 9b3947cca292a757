import { describeMatrix } from '../matrix.ts';

describeMatrix('teams', [
  ['reads', 'select from teams where id = {team}', 'no 1 0 1 1 1 1'],
  [
    'makes one',
    `insert into teams (name, created_by) values ('New', {me}) returning id`,
    'no 1 1 1 1 1 1',
  ],
  [
    'makes one for ann',
    `insert into teams (name, created_by) values ('New', {ann})`,
    'no 1 no no no no 1',
  ],
  ['renames', `update teams set name = 'x' where id = {team}`, 'no 0 0 1 0 0 1'],
  ['removes', 'delete from teams where id = {team}', 'no 0 0 1 0 0 1'],
]);

const add = (person: string) =>
  `insert into team_members (team_id, user_id, role) values ({team}, {${person}}, 'editor')`;
describeMatrix('team_members', [
  ['reads', 'select from team_members where team_id = {team}', 'no 4 0 4 4 4 4'],
  ['adds sam', add('sam'), 'no no no no no no 1'],
  ['adds itself', add('me'), 'no no no no no no 23505'],
  [
    'adds the official account',
    `insert into team_members (team_id, user_id) values ({team}, '00000000-0000-4000-8000-000000000001')`,
    'no no no no no no 23514',
  ],
  [
    "lowers ed's role",
    `update team_members set role = 'viewer' where team_id = {team} and user_id = {ed}`,
    'no 0 0 1 0 0 1',
  ],
  [
    "raises vic's role",
    `update team_members set role = 'owner' where team_id = {team} and user_id = {vic}`,
    'no 0 0 no 0 0 1',
  ],
  [
    "raises vic's role and says that vic accepted it",
    `update team_members set role = 'owner', accepted_role = 'owner' where team_id = {team} and user_id = {vic}`,
    'no 0 0 no 0 0 1',
  ],
  [
    'makes itself owner',
    `update team_members set role = 'owner' where team_id = {team} and user_id = {me}`,
    'no 0 0 1 0 0 1',
  ],
  [
    'hands a membership to sam',
    'update team_members set user_id = {sam} where team_id = {team} and user_id = {vic}',
    'no 0 0 no 0 0 no',
  ],
  ['removes vic', 'delete from team_members where user_id = {vic}', 'no 0 0 1 0 1 1'],
  ['leaves', 'delete from team_members where user_id = {me}', 'no 1 0 23514 1 1 1'],
  ['leaves by the function', 'select leave_team({team})', 'no 1 PT404 23514 1 1 no'],
  ['leaves with its prompts', 'select leave_team({team}, true)', 'no 1 PT404 23514 1 1 no'],
  [
    'takes the last owner away',
    `update team_members set role = 'viewer' where user_id = {olga}`,
    'no 0 0 23514 0 0 23514',
  ],
]);

describeMatrix('team_invitations', [
  ['reads them', 'select from team_invitations', 'no 0 1 1 0 0 1'],
  [
    'writes one by hand',
    `insert into team_invitations (team_id, role, user_id, invited_by) values ({team}, 'owner', {me}, {olga})`,
    'no no no no no no 1',
  ],
  ['changes one', `update team_invitations set role = 'owner'`, 'no no no no no no 1'],
  ['removes one', 'delete from team_invitations', 'no no no no no no 1'],
  [
    'invites an address',
    `select invite_to_team({team}, 'owner', 'x@example.com')`,
    'no no no 1 no no no',
  ],
  [
    'invites a person whom one cannot read',
    `select invite_to_team({team}, 'editor', null, gen_random_uuid())`,
    'no no no PT404 no no no',
  ],
  [
    'invites ann, a member',
    `select invite_to_team({team}, 'editor', null, {ann})`,
    'no no no PT409 no no no',
  ],
  [
    'invites ann as an owner',
    `select invite_to_team({team}, 'owner', null, {ann})`,
    'no no no 1 no no no',
  ],
  [
    'invites sam a second time',
    `select invite_to_team({team}, 'viewer', null, {sam})`,
    'no no no PT409 no no no',
  ],
  [
    'invites the official account',
    `select invite_to_team({team}, 'owner', null, '00000000-0000-4000-8000-000000000001')`,
    'no no no 23514 no no no',
  ],
  ['invites nobody', `select invite_to_team({team}, 'viewer')`, 'no no no 23514 no no no'],
  [
    'invites an address and a person',
    `select invite_to_team({team}, 'viewer', 'x@example.com', {ann})`,
    'no no no PT409 no no no',
  ],
  [
    'invites a text that is no address',
    `select invite_to_team({team}, 'viewer', 'x')`,
    'no no no 23514 no no no',
  ],
  [
    'invites as something else',
    `select invite_to_team({team}, 'boss', 'x@example.com')`,
    'no no no 23514 no no no',
  ],
  // Sam hid olga, who sent it.
  ['lists its own', 'select from my_team_invitations()', 'no 0 0 0 0 0 no'],
  ['accepts it', 'select accept_team_invitation({invitation})', 'no PT404 1 PT404 PT404 PT404 no'],
  [
    'declines it',
    'select decline_team_invitation({invitation})',
    'no PT404 1 PT404 PT404 PT404 no',
  ],
  ['revokes it', 'select revoke_team_invitation({invitation})', 'no PT404 PT404 1 PT404 PT404 no'],
  ['reads who invited how often', 'select from private.sent_invitations', 'no no no no no no no'],
  ['locks one', 'select private.lock_my_invitation({invitation})', 'no no no no no no no'],
]);

describeMatrix('groups', [
  ["reads ann's", 'select from groups where user_id = {ann}', 'no 2 0 0 0 0 2'],
  ['makes its own', `insert into groups (name, user_id) values ('New', {me})`, 'no 1 1 1 1 1 1'],
  [
    'makes one for ann',
    `insert into groups (name, user_id) values ('New', {ann})`,
    'no 1 no no no no 1',
  ],
  ['renames', `update groups set name = 'x' where id = {group}`, 'no 1 0 0 0 0 1'],
  ['gives away', 'update groups set user_id = {sam} where id = {group}', 'no no 0 0 0 0 1'],
  [
    'soft-deletes',
    'update groups set deleted_at = now() where id = {group} returning id',
    'no 1 0 0 0 0 1',
  ],
  [
    'brings back',
    'update groups set deleted_at = null where id = {deletedGroup}',
    'no 1 0 0 0 0 1',
  ],
  ['removes', 'delete from groups where id = {group}', 'no 1 0 0 0 0 1'],
]);
