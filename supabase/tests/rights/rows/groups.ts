import { into, type RightsRow } from '../rights-row.ts';

export const groups: readonly RightsRow[] = [
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
