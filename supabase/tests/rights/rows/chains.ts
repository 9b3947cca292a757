import { into, type RightsRow } from '../rights-row.ts';

export const chains: readonly RightsRow[] = [
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
];
