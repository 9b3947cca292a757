import type { RightsRow } from '../rights-row.ts';

/** Functions and tables behind the API. */
export const internals: readonly RightsRow[] = [
  [
    'select private.update_prompt_points(array[{publicPrompt}]::uuid[], array[{me}]::uuid[], array[9], array[9])',
    '',
  ],
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
  ['select from private.erased_prompts', ''],
  ['select from private.prompt_points', ''],
  ['select from private.payment_events', ''],
  ['select from private.sent_invitations', ''],
  ['select from private.webhook_secrets', ''],
  ['select from private.recovery_codes', ''],
];
