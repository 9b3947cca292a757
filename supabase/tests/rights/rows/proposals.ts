import { into, type RightsRow } from '../rights-row.ts';

const propose = (prompt: string) =>
  `select propose_edit({${prompt}}, (select version from prompts where id = {${prompt}}), 'a', 'b')`;

export const proposals: readonly RightsRow[] = [
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
