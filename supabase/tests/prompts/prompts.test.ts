import { describeMatrix } from '../matrix.ts';

const fields = '(title, content, user_id';
describeMatrix('prompts', [
  ['reads a private one', 'select from prompts where id = {privatePrompt}', 'no 1 0 0 0 0 1'],
  ['reads a public one', 'select from prompts where id = {publicPrompt}', 'no 1 1 1 1 1 1'],
  ['reads a deleted one', 'select from prompts where id = {deletedPrompt}', 'no 1 0 0 0 0 1'],
  ["reads a team's", 'select from prompts where id = {teamPrompt}', 'no 1 0 1 1 1 1'],

  ['makes its own', `insert into prompts ${fields}) values ('a', 'b', {me})`, 'no 1 1 1 1 1 1'],
  [
    'makes one for ann',
    `insert into prompts ${fields}) values ('a', 'b', {ann})`,
    'no 1 no no no no 1',
  ],
  [
    'makes its own by default',
    `insert into prompts (title, content) values ('a', 'b')`,
    'no 1 1 1 1 1 23502',
  ],
  [
    'makes a template',
    `insert into prompts ${fields}, is_template) values ('a', 'b', {me}, true)`,
    'no no no no no no 1',
  ],
  [
    "puts one into ann's group",
    `insert into prompts ${fields}, group_id) values ('a', 'b', {me}, {group})`,
    'no 1 no no no no 1',
  ],
  [
    "puts one into ann's deleted group",
    `insert into prompts ${fields}, group_id) values ('a', 'b', {me}, {deletedGroup})`,
    'no no no no no no 1',
  ],
  [
    "puts one into sam's group",
    `insert into prompts ${fields}, group_id) values ('a', 'b', {me}, {samsGroup})`,
    'no no 1 no no no 1',
  ],
  [
    'puts one into no group',
    `insert into prompts ${fields}, group_id) values ('a', 'b', {me}, gen_random_uuid())`,
    'no no no no no no 23503',
  ],
  [
    'shares one with the team',
    `insert into prompts ${fields}, team_id) values ('a', 'b', {me}, {team})`,
    'no 1 no 1 1 no 1',
  ],
  [
    'forks a private one',
    `insert into prompts ${fields}, forked_from) values ('a', 'b', {me}, {privatePrompt})`,
    'no 1 no no no no 1',
  ],
  [
    'forks a public one',
    `insert into prompts ${fields}, forked_from) values ('a', 'b', {me}, {publicPrompt})`,
    'no 1 1 1 1 1 1',
  ],
  [
    "forks a team's",
    `insert into prompts ${fields}, forked_from) values ('a', 'b', {me}, {teamPrompt})`,
    'no 1 no 1 1 1 1',
  ],
  [
    'forks a deleted one',
    `insert into prompts ${fields}, forked_from) values ('a', 'b', {me}, {deletedPrompt})`,
    'no 1 no no no no 1',
  ],

  [
    'changes a private one',
    `update prompts set title = 'x' where id = {privatePrompt}`,
    'no 1 0 0 0 0 1',
  ],
  [
    'changes a public one',
    `update prompts set title = 'x' where id = {publicPrompt}`,
    'no 1 0 0 0 0 1',
  ],
  ["changes a team's", `update prompts set title = 'x' where id = {teamPrompt}`, 'no 1 0 1 1 0 1'],
  [
    'changes a deleted one',
    `update prompts set title = 'x' where id = {deletedPrompt}`,
    'no 1 0 0 0 0 1',
  ],
  [
    'soft-deletes a private one',
    'update prompts set deleted_at = now() where id = {privatePrompt}',
    'no 1 0 0 0 0 1',
  ],
  [
    "soft-deletes a team's",
    'update prompts set deleted_at = now() where id = {teamPrompt} returning id',
    'no 1 0 1 1 0 1',
  ],
  [
    'brings back a deleted one',
    'update prompts set deleted_at = null where id = {deletedPrompt} returning id',
    'no 1 0 0 0 0 1',
  ],
  [
    "gives a team's away",
    'update prompts set user_id = {sam} where id = {teamPrompt}',
    'no no 0 no no 0 1',
  ],
  [
    "takes a team's",
    'update prompts set user_id = {me} where id = {teamPrompt}',
    'no 1 0 no no 0 1',
  ],
  [
    'gives a private one another id',
    'update prompts set id = gen_random_uuid() where id = {privatePrompt}',
    'no no 0 0 0 0 23503',
  ],
  [
    'makes a template of one',
    'update prompts set is_template = true where id = {privatePrompt}',
    'no no 0 0 0 0 1',
  ],
  [
    "moves a private one to sam's group",
    'update prompts set group_id = {samsGroup} where id = {privatePrompt}',
    'no no 0 0 0 0 1',
  ],
  [
    "moves a team's to ann's group",
    'update prompts set group_id = {group} where id = {teamPrompt}',
    'no 1 0 no no 0 1',
  ],
  [
    'moves one to a deleted group',
    'update prompts set group_id = {deletedGroup} where id = {teamPrompt}',
    'no no 0 no no 0 1',
  ],
  [
    "takes a team's out of the team",
    'update prompts set team_id = null where id = {teamPrompt}',
    'no 1 0 no no 0 1',
  ],
  [
    'shares a private one with the team',
    'update prompts set team_id = {team} where id = {privatePrompt}',
    'no 1 0 0 0 0 1',
  ],
  [
    "shares sam's with the team",
    'update prompts set team_id = {team} where id = {samsPrompt}',
    'no 0 no 0 0 0 1',
  ],
  [
    'claims a source',
    'update prompts set forked_from = {publicPrompt} where id = {privatePrompt}',
    'no no 0 0 0 0 1',
  ],

  ['removes a private one', 'delete from prompts where id = {privatePrompt}', 'no 1 0 0 0 0 1'],
  ['removes a public one', 'delete from prompts where id = {publicPrompt}', 'no 1 0 0 0 0 1'],
  ['removes a deleted one', 'delete from prompts where id = {deletedPrompt}', 'no 1 0 0 0 0 1'],
  ["removes a team's", 'delete from prompts where id = {teamPrompt}', 'no 1 0 0 0 0 1'],
  [
    "makes a team's public",
    'update prompts set is_public = true where id = {teamPrompt}',
    'no 1 0 no no 0 1',
  ],
]);

const versionFields = `(prompt_id, version_number, title, content, tags, is_public, change_description, created_by)`;
const checkpoint = (prompt: string, content = 'content') =>
  `insert into prompt_versions ${versionFields} ` +
  `select {${prompt}}, 7, title, ${content}, tags, is_public, 'kept', {me} ` +
  `from (values ('A title', 'Some content', '{}'::text[], ${prompt === 'publicPrompt'})) p (title, content, tags, is_public)`;
describeMatrix('prompt_versions', [
  [
    'reads the past of a private one',
    'select from prompt_versions where prompt_id = {privatePrompt}',
    'no 1 0 0 0 0 1',
  ],
  [
    'reads the past of a public one',
    'select from prompt_versions where prompt_id = {publicPrompt}',
    'no 1 0 0 0 0 1',
  ],
  [
    "reads the past of a team's",
    'select from prompt_versions where prompt_id = {teamPrompt}',
    'no 1 0 1 1 1 1',
  ],
  ['sets a checkpoint of a private one', checkpoint('privatePrompt'), 'no 1 no no no no 1'],
  ['sets a checkpoint of a public one', checkpoint('publicPrompt'), 'no 1 no no no no 1'],
  ["sets a checkpoint of a team's", checkpoint('teamPrompt'), 'no 1 no 1 1 no 1'],
  ['forges a state', checkpoint('privatePrompt', `'forged'`), 'no no no no no no no'],
  [
    'changes the past',
    `update prompt_versions set title = 'x' where prompt_id = {privatePrompt}`,
    'no no no no no no no',
  ],
  [
    'removes the past',
    'delete from prompt_versions where prompt_id = {privatePrompt}',
    'no no no no no no 1',
  ],
]);

describeMatrix('prompt_stats, prompt_search, prompt_details_v', [
  [
    'reads the counts of a private one',
    'select from prompt_stats where prompt_id = {privatePrompt}',
    'no 1 0 0 0 0 1',
  ],
  [
    'reads the counts of a public one',
    'select from prompt_stats where prompt_id = {publicPrompt}',
    'no 1 1 1 1 1 1',
  ],
  [
    "reads the counts of a team's",
    'select from prompt_stats where prompt_id = {teamPrompt}',
    'no 1 0 1 1 1 1',
  ],
  ['writes counts', 'update prompt_stats set points = 9', 'no no no no no no no'],
  [
    'adds counts',
    'insert into prompt_stats (prompt_id) values ({publicPrompt})',
    'no no no no no no no',
  ],
  ['removes counts', 'delete from prompt_stats', 'no no no no no no no'],
  ['reads what search reads', 'select from prompt_search', 'no no no no no no no'],
  ['writes what search reads', `update prompt_search set title = 'x'`, 'no no no no no no no'],
  [
    'adds to what search reads',
    `insert into prompt_search select * from prompt_search`,
    'no no no no no no no',
  ],
  ['removes what search reads', 'delete from prompt_search', 'no no no no no no no'],
  ['reads the community view', 'select from prompt_details_v', 'no 2 2 2 2 2 2'],
  [
    'finds a private one there',
    'select from prompt_details_v where id in ({privatePrompt}, {teamPrompt}, {deletedPrompt})',
    'no 0 0 0 0 0 0',
  ],
  [
    'writes through the view',
    `update prompt_details_v set title = 'x'`,
    '55000 55000 55000 55000 55000 55000 55000',
  ],
  [
    'reads all it may read',
    'select from readable_prompts where not is_template',
    'no 5 3 3 3 3 no',
  ],
  [
    'finds a private, a deleted one there',
    'select from readable_prompts where id in ({privatePrompt}, {deletedPrompt})',
    'no 2 0 0 0 0 no',
  ],
  [
    'finds the owner of a group there',
    'select from readable_prompts where group_id = {group}',
    'no 1 0 0 0 0 no',
  ],
  ['writes through it', `update readable_prompts set title = 'x'`, 'no no no no no no no'],
  ['removes through it', 'delete from readable_prompts', 'no no no no no no no'],
  ['reads who counts', 'select from private.prompt_points', 'no no no no no no no'],
]);
