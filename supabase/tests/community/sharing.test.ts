import { describeMatrix } from '../matrix.ts';

describeMatrix('profiles', [
  ["reads a public author's", 'select from profiles where id = {ann}', 'no 1 1 1 1 1 1'],
  ["reads a team mate's", 'select from profiles where id = {vic}', 'no 1 0 1 1 1 1'],
  // The official account, ann and sam have public prompts; sam hid olga.
  ['reads all there are', 'select from profiles', 'no 6 4 6 6 6 6'],
  [
    'reads when somebody registered',
    'select created_at from profiles',
    '42703 42703 42703 42703 42703 42703 42703',
  ],
  ['renames itself', `update profiles set full_name = 'x' where id = {me}`, 'no no no no no no 1'],
  ['makes one', 'insert into profiles (id) values ({me})', 'no no no no no no 23505'],
  ['removes its own', 'delete from profiles where id = {me}', 'no no no no no no 1'],
]);

describeMatrix('favorites', [
  ['reads its own', 'select from favorites where user_id = {me}', 'no 2 1 0 0 0 2'],
  ["reads ann's", 'select from favorites where user_id = {ann}', 'no 2 0 0 0 0 2'],
  [
    'marks a private prompt',
    'insert into favorites (user_id, prompt_id) values ({me}, {samsPrompt})',
    'no no 1 no no no 1',
  ],
  [
    'marks a public prompt',
    'insert into favorites (user_id, prompt_id) values ({me}, {samsPublicPrompt})',
    'no 1 1 1 1 1 1',
  ],
  [
    "marks a team's prompt",
    'insert into favorites (user_id, prompt_id) values ({me}, {teamPrompt})',
    'no 1 no 1 1 1 1',
  ],
  [
    'marks a prompt that is none',
    'insert into favorites (user_id, prompt_id) values ({me}, gen_random_uuid())',
    'no no no no no no 23503',
  ],
  [
    'marks a prompt for ann',
    'insert into favorites (user_id, prompt_id) values ({ann}, {samsPublicPrompt})',
    'no 1 no no no no 1',
  ],
  ['changes one', 'update favorites set created_at = now()', 'no no no no no no 3'],
  ["removes ann's", 'delete from favorites where user_id = {ann}', 'no 2 0 0 0 0 2'],
]);

describeMatrix('prompt_uses', [
  ['reads its own', 'select from prompt_uses where user_id = {me}', 'no 1 1 0 0 0 1'],
  ["reads ann's", 'select from prompt_uses where user_id = {ann}', 'no 1 0 0 0 0 1'],
  [
    'uses a public prompt',
    'insert into prompt_uses (user_id, prompt_id) values ({me}, {samsPublicPrompt})',
    'no 1 1 1 1 1 1',
  ],
  [
    'uses a private prompt',
    'insert into prompt_uses (user_id, prompt_id) values ({me}, {samsPrompt})',
    'no no 1 no no no 1',
  ],
  [
    'uses a prompt for ann',
    'insert into prompt_uses (user_id, prompt_id) values ({ann}, {samsPublicPrompt})',
    'no 1 no no no no 1',
  ],
  [
    "uses ann's again",
    `update prompt_uses set last_values = '{"a": "b"}' where user_id = {ann}`,
    'no 1 0 0 0 0 1',
  ],
  [
    'moves a use to a private prompt',
    'update prompt_uses set prompt_id = {samsPrompt} where user_id = {ann}',
    'no no 0 0 0 0 1',
  ],
  ["forgets ann's", 'delete from prompt_uses where user_id = {ann}', 'no 1 0 0 0 0 1'],
]);

const say = (prompt: string, person = 'me') =>
  `insert into comments (prompt_id, user_id, body) values ({${prompt}}, {${person}}, 'Hm')`;
describeMatrix('comments', [
  ['reads under a public prompt', 'select from comments', 'no 2 2 2 2 2 2'],
  ['says something', say('publicPrompt'), 'no 1 1 1 1 1 1'],
  ['says something for ann', say('publicPrompt', 'ann'), 'no 1 no no no no 1'],
  ['says something under a private prompt', say('privatePrompt'), 'no no no no no no 1'],
  ["says something under a team's prompt", say('teamPrompt'), 'no no no no no no 1'],
  ['says something under a deleted prompt', say('deletedPrompt'), 'no no no no no no 1'],
  ["changes ann's", `update comments set body = 'x' where id = {comment}`, 'no 1 0 0 0 0 1'],
  ["changes sam's", `update comments set body = 'x' where id = {samsComment}`, 'no 0 1 0 0 0 1'],
  [
    'moves one to another prompt',
    'update comments set prompt_id = {samsPublicPrompt} where id = {comment}',
    'no no 0 0 0 0 no',
  ],
  [
    'puts one into another mouth',
    'update comments set user_id = {olga} where id = {comment}',
    'no no 0 0 0 0 no',
  ],
  ["removes ann's", 'delete from comments where id = {comment}', 'no 1 0 0 0 0 1'],
  [
    "removes sam's, as the prompt's owner may",
    'delete from comments where id = {samsComment}',
    'no 1 1 0 0 0 1',
  ],
]);

describeMatrix('subscriptions', [
  ["reads ann's", 'select from subscriptions where user_id = {ann}', 'no 1 0 0 0 0 1'],
  [
    'subscribes',
    `insert into subscriptions (user_id, status) values ({me}, 'active')`,
    'no no no no no no 1',
  ],
  ['changes one', `update subscriptions set status = 'x'`, 'no no no no no no 1'],
  ['removes one', 'delete from subscriptions', 'no no no no no no 1'],
  [
    'reports one, as the payment provider does',
    `select private.record_subscription('evt_1', {ann}, 'active', now())`,
    'no no no no no no no',
  ],
  ['reads what was reported', 'select from private.payment_events', 'no no no no no no no'],
]);
