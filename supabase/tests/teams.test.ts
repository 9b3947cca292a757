import { describeMatrix } from './matrix.ts';

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
  ['adds sam', add('sam'), 'no no no 1 no no 1'],
  ['adds itself', add('me'), 'no no no 23505 no no 23505'],
  [
    "changes vic's role",
    `update team_members set role = 'owner' where team_id = {team} and user_id = {vic}`,
    'no 0 0 1 0 0 1',
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
  [
    'takes the last owner away',
    `update team_members set role = 'viewer' where user_id = {olga}`,
    'no 0 0 23514 0 0 23514',
  ],
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
