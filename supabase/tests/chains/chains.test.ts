import { describeMatrix } from '../matrix.ts';

describeMatrix('chains', [
  ['reads', 'select from chains where id = {chain}', 'no 1 0 0 0 0 1'],
  ['makes its own', `insert into chains (title, user_id) values ('New', {me})`, 'no 1 1 1 1 1 1'],
  [
    'makes one for ann',
    `insert into chains (title, user_id) values ('New', {ann})`,
    'no 1 no no no no 1',
  ],
  ['renames', `update chains set title = 'x' where id = {chain}`, 'no 1 0 0 0 0 1'],
  ['gives away', 'update chains set user_id = {sam} where id = {chain}', 'no no 0 0 0 0 1'],
  ['removes', 'delete from chains where id = {chain}', 'no 1 0 0 0 0 1'],
]);

const step = (chain: string, prompt: string) =>
  `insert into chain_prompts (chain_id, prompt_id, sequence_order) values ({${chain}}, {${prompt}}, 9)`;
describeMatrix('chain_prompts', [
  ['reads', 'select from chain_prompts where chain_id = {chain}', 'no 2 0 0 0 0 2'],
  ['adds a private prompt', step('chain', 'privatePrompt'), 'no 1 no no no no 1'],
  ['adds a public prompt', step('chain', 'samsPublicPrompt'), 'no 1 no no no no 1'],
  ["adds somebody else's private prompt", step('chain', 'samsPrompt'), 'no no no no no no 1'],
  ["adds to somebody else's chain", step('samsChain', 'publicPrompt'), 'no no 1 no no no 1'],
  [
    'adds no prompt',
    'insert into chain_prompts (chain_id, prompt_id, sequence_order) values ({chain}, gen_random_uuid(), 9)',
    'no no no no no no 23503',
  ],
  [
    'reorders',
    'update chain_prompts set sequence_order = 9 - sequence_order where chain_id = {chain}',
    'no 2 0 0 0 0 2',
  ],
  [
    "changes a step to somebody else's private prompt",
    'update chain_prompts set prompt_id = {samsPrompt} where chain_id = {chain} and sequence_order = 1',
    'no no 0 0 0 0 1',
  ],
  [
    "moves a step to somebody else's chain",
    'update chain_prompts set chain_id = {samsChain} where chain_id = {chain}',
    'no no 0 0 0 0 no',
  ],
  [
    'adds a prompt of its own',
    `insert into chain_prompts (chain_id, title, content, sequence_order) values ({chain}, 'T', 'C', 9)`,
    'no 1 no no no no 1',
  ],
  [
    "adds a prompt of its own to somebody else's chain",
    `insert into chain_prompts (chain_id, title, content, sequence_order) values ({samsChain}, 'T', 'C', 9)`,
    'no no 1 no no no 1',
  ],
  [
    'writes a prompt of its own in place of one of the library',
    `update chain_prompts set prompt_id = null, title = 'T', content = 'C' where chain_id = {chain} and sequence_order = 1`,
    'no 1 0 0 0 0 1',
  ],
  [
    'gives a variable a text',
    `update chain_prompts set bindings = '{"a": {"text": "x"}}' where chain_id = {chain}`,
    'no 2 0 0 0 0 2',
  ],
  [
    'gives a variable the answer of an earlier step',
    `update chain_prompts s set bindings = jsonb_build_object('a', jsonb_build_object('step', e.id))
     from chain_prompts e where e.chain_id = {chain} and e.sequence_order = 1 and s.chain_id = {chain} and s.sequence_order = 2`,
    'no 1 0 0 0 0 1',
  ],
  [
    'gives a variable the answer of a later step',
    `update chain_prompts s set bindings = jsonb_build_object('a', jsonb_build_object('step', e.id))
     from chain_prompts e where e.chain_id = {chain} and e.sequence_order = 2 and s.chain_id = {chain} and s.sequence_order = 1`,
    'no 23514 0 0 0 0 23514',
  ],
  ['removes', 'delete from chain_prompts where chain_id = {chain}', 'no 2 0 0 0 0 2'],
]);

const run = (chain: string, person = 'me') =>
  `insert into chain_runs (title, user_id, chain_id) values ('Run', {${person}}, {${chain}})`;
describeMatrix('chain_runs', [
  ['reads', 'select from chain_runs where id = {run}', 'no 1 0 0 0 0 1'],
  ["runs ann's chain", run('chain'), 'no 1 no no no no 1'],
  ["runs sam's chain", run('samsChain'), 'no no 1 no no no 1'],
  ["runs ann's chain for ann", run('chain', 'ann'), 'no 1 no no no no 1'],
  ['goes on', `update chain_runs set answers = '["a"]' where id = {run}`, 'no 1 0 0 0 0 1'],
  [
    "claims sam's chain",
    'update chain_runs set chain_id = {samsChain} where id = {run}',
    'no no 0 0 0 0 1',
  ],
  ['removes', 'delete from chain_runs where id = {run}', 'no 1 0 0 0 0 1'],
]);
