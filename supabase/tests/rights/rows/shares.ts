import { into, type RightsRow } from '../rights-row.ts';

export const shares: readonly RightsRow[] = [
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
