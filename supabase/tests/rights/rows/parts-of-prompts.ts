import { into, type RightsRow } from '../rights-row.ts';

/** The newest state of a prompt, stored as a version. */
const checkpoint = (prompt: string) =>
  `insert into prompt_versions (prompt_id, title, content, tags, is_public)
   select id, title, content, tags, is_public from prompts where id = {${prompt}}`;

const upload = (prompt: string) =>
  into(
    'storage.objects',
    'bucket_id, name',
    `'attachments', {${prompt}} || '/' || gen_random_uuid()`,
  );

/** Reads messages of the private realtime topic of a prompt, as its subscribers do. */
const follow = (prompt: string) =>
  `select from set_config('realtime.topic', 'prompt:' || {${prompt}}, true) topic, lateral (
     select from realtime.messages m where m.topic = topic.topic and m.extension = 'broadcast' offset 0) m`;

/** Shows the caller to other editors of a prompt. */
const joinPresence = (prompt: string) =>
  `insert into realtime.messages (topic, extension)
   select topic, 'presence' from set_config('realtime.topic', 'prompt:' || {${prompt}}, true) topic`;

export const partsOfPrompts: readonly RightsRow[] = [
  // Versions
  [
    'select from prompt_versions where prompt_id = {privatePrompt} and version_number = 1',
    'ann service reading',
  ],
  [
    'select from prompt_versions where prompt_id = {privatePrompt} and version_number = 2',
    'ann val eve service reading',
  ],
  [
    'select from prompt_versions where prompt_id = {teamPrompt} and version_number = 1',
    'ann service reading in_team',
  ],
  [
    'select from prompt_versions where prompt_id = {teamPrompt} and version_number = 3',
    'ann olga ed vic service reading in_team',
  ],
  [
    'select from prompt_versions where prompt_id = {faysPrompt} and version_number = 3',
    'ann olga ed vic fay service reading in_team',
  ],
  ['select from prompt_versions where prompt_id = {publicPrompt}', 'ann service reading'],
  ['select from prompt_versions where prompt_id = {deletedPrompt}', 'ann service reading'],
  [checkpoint('privatePrompt'), 'ann eve service'],
  [checkpoint('teamPrompt'), 'ann olga ed service in_team'],
  [checkpoint('publicPrompt'), 'ann service'],
  [
    into(
      'prompt_versions',
      'prompt_id, title, content',
      `{privatePrompt}, 'Quillfeather', 'forged'`,
    ),
    '',
  ],
  [`update prompt_versions set title = 'x' where prompt_id = {privatePrompt}`, ''],
  ['delete from prompt_versions where prompt_id = {publicPrompt}', 'service'],
  ['select restore_prompt_version({privatePrompt}, 1)', 'ann service'],
  ['select restore_prompt_version({privatePrompt}, 2)', 'ann eve service'],
  ['select restore_prompt_version({teamPrompt}, 1)', 'ann service in_team'],
  ['select restore_prompt_version({teamPrompt}, 3)', 'ann olga ed service in_team'],

  // Labels
  [
    `select from prompt_labels where prompt_id = {privatePrompt} and label = 'production'`,
    'ann val eve service reading',
  ],
  [
    `select from prompt_labels where prompt_id = {privatePrompt} and label = 'old'`,
    'ann service reading',
  ],
  [
    `select from prompt_labels where prompt_id = {teamPrompt} and label = 'production'`,
    'ann olga ed vic service reading in_team',
  ],
  [
    `select from prompt_labels where prompt_id = {teamPrompt} and label = 'old'`,
    'ann service reading in_team',
  ],
  [into('prompt_labels', 'prompt_id, label, version_number', `{teamPrompt}, 'x', 3`), ''],
  ['update prompt_labels set version_number = 1', ''],
  ['delete from prompt_labels', ''],
  [
    'select from prompt_label_moves where prompt_id = {privatePrompt} and to_version = 2',
    'ann val eve service reading',
  ],
  [
    'select from prompt_label_moves where prompt_id = {privatePrompt} and to_version = 1',
    'ann service reading',
  ],
  [
    'select from prompt_label_moves where prompt_id = {teamPrompt} and to_version = 3',
    'ann olga ed vic service reading in_team',
  ],
  [
    'select from prompt_label_moves where prompt_id = {teamPrompt} and to_version = 1',
    'ann service reading in_team',
  ],
  [into('prompt_label_moves', 'prompt_id, label, to_version', `{teamPrompt}, 'x', 3`), ''],
  [`update prompt_label_moves set note = 'x'`, ''],
  ['delete from prompt_label_moves', ''],
  [`select move_prompt_label({privatePrompt}, 'staging', 2)`, 'ann'],
  [`select move_prompt_label({teamPrompt}, 'staging', 3)`, 'ann olga ed in_team'],
  [`select move_prompt_label({teamPrompt}, 'staging', 1)`, 'ann in_team'],
  [`select remove_prompt_label({teamPrompt}, 'production')`, 'ann olga ed in_team'],
  [`select protect_prompt_label({privatePrompt}, 'production', true)`, 'ann'],
  [`select protect_prompt_label({teamPrompt}, 'production', true)`, 'ann olga'],

  // Counts, favourites and uses
  ['select from prompt_stats where prompt_id = {privatePrompt}', 'ann val eve service reading'],
  [
    'select from prompt_stats where prompt_id = {teamPrompt}',
    'ann olga ed vic service reading in_team',
  ],
  ['select from prompt_stats where prompt_id = {publicPrompt}', 'people service reading'],
  [into('prompt_stats', 'prompt_id', '{publicPrompt}'), ''],
  ['update prompt_stats set points = 9', ''],
  ['delete from prompt_stats', ''],
  ['select from favorites where user_id = {ann}', 'ann service reading in_team'],
  [
    into('favorites', 'user_id, prompt_id', '{me}, {deletedTeamPrompt}'),
    'ann olga ed vic service in_team',
  ],
  [into('favorites', 'user_id, prompt_id', '{me}, {deletedPrompt}'), 'ann service'],
  [into('favorites', 'user_id, prompt_id', '{me}, {samsPrompt}'), 'sam service'],
  [into('favorites', 'user_id, prompt_id', '{me}, {publicPrompt}'), 'people service'],
  [into('favorites', 'user_id, prompt_id', '{ann}, {publicPrompt}'), 'ann service'],
  ['update favorites set created_at = now()', 'service'],
  ['delete from favorites where user_id = {ann}', 'ann service in_team'],
  [
    'select unnest(set_favorites(array[{faysPrompt}]::uuid[], true))',
    'ann olga ed vic fay in_team',
  ],
  ['select from prompt_uses where user_id = {ann}', 'ann service reading in_team'],
  [
    into('prompt_uses', 'user_id, prompt_id', '{me}, {faysPrompt}'),
    'ann olga ed vic fay service reading in_team',
  ],
  [into('prompt_uses', 'user_id, prompt_id', '{me}, {samsPrompt}'), 'sam service'],
  [into('prompt_uses', 'user_id, prompt_id', '{ann}, {publicPrompt}'), 'ann service reading'],
  ['update prompt_uses set used_at = now() where user_id = {ann}', 'ann service reading in_team'],
  [
    'update prompt_uses set prompt_id = {samsPrompt} where user_id = {me} and prompt_id = {teamPrompt}',
    'service',
  ],
  ['delete from prompt_uses where user_id = {ann}', 'ann service'],

  // Comments
  ['select from comments where prompt_id = {publicPrompt} and user_id = {ann}', 'people service'],
  ['select from comments where prompt_id = {privatePrompt}', 'ann val eve service'],
  ['select from comments where prompt_id = {teamPrompt}', 'ann olga ed vic service'],
  [into('comments', 'prompt_id, user_id, body', `{publicPrompt}, {me}, 'x'`), 'people service'],
  [into('comments', 'prompt_id, user_id, body', `{privatePrompt}, {me}, 'x'`), 'service'],
  [into('comments', 'prompt_id, user_id, body', `{teamPrompt}, {me}, 'x'`), 'service'],
  [into('comments', 'prompt_id, body, user_id', `{publicPrompt}, 'x', {ann}`), 'ann service'],
  [`update comments set body = 'x' where id = {comment}`, 'ann service'],
  ['update comments set prompt_id = {samsPublicPrompt} where id = {comment}', ''],
  ['update comments set user_id = {olga} where id = {comment}', ''],
  ['delete from comments where id = {comment}', 'ann service'],
  ['delete from comments where id = {samsComment}', 'ann sam service'],

  // Files
  ['select from prompt_attachments where prompt_id = {privatePrompt}', 'ann val eve service'],
  ['select from storage.objects where name = {privateFile}', 'ann val eve service'],
  [upload('privatePrompt'), 'ann eve service'],
  [
    'update prompt_attachments set removed_at = now() where prompt_id = {privatePrompt}',
    'ann eve service',
  ],
  ['select from prompt_attachments where prompt_id = {teamPrompt}', 'ann olga ed vic service'],
  ['select from storage.objects where name = {teamFile}', 'ann olga ed vic service'],
  [upload('teamPrompt'), 'ann olga ed service'],
  [
    'update prompt_attachments set removed_at = now() where prompt_id = {teamPrompt}',
    'ann olga ed service',
  ],
  ['select from prompt_attachments where prompt_id = {publicPrompt}', 'people service'],
  ['select from storage.objects where name = {publicFile}', 'people anon service'],
  [upload('publicPrompt'), 'ann service'],
  [
    'update prompt_attachments set removed_at = now() where prompt_id = {publicPrompt}',
    'ann service',
  ],
  [upload('deletedPrompt'), 'service'],
  [
    into('storage.objects', 'bucket_id, name', `'attachments', {privatePrompt} || '/../x'`),
    'service',
  ],
  [
    'update prompt_attachments set object_name = {publicFile} where prompt_id = {privatePrompt}',
    'service',
  ],
  [
    into(
      'prompt_attachments',
      'prompt_id, name, object_name, type, size',
      `{privatePrompt}, 'x', 'x', 'x', 1`,
    ),
    'service',
  ],
  ['delete from prompt_attachments', 'service'],
  [`update storage.objects set version = 'x' where bucket_id = 'attachments'`, 'service'],
  [`delete from storage.objects where bucket_id = 'attachments'`, 'service'],
  ['select from public_attachments({publicPrompt})', 'everybody'],
  ['select from public_attachments({teamPrompt})', ''],

  // The realtime topic of a prompt
  [follow('privatePrompt'), 'ann val eve service'],
  [follow('teamPrompt'), 'ann olga ed vic service'],
  [joinPresence('privatePrompt'), 'ann eve service'],
  [joinPresence('teamPrompt'), 'ann olga ed service'],
  [joinPresence('publicPrompt'), 'ann service'],

  // Included prompts
  ['select from prompt_includes where prompt_id = {privatePrompt}', 'ann val eve service reading'],
  [
    into(
      'prompt_includes',
      'prompt_id, position, included_id',
      '{privatePrompt}, 9, {publicPrompt}',
    ),
    '',
  ],
  ['update prompt_includes set position = 9', ''],
  ['delete from prompt_includes', ''],
  [
    'select from included_texts(array[{privatePrompt}]) where prompt_id = {privatePrompt} and content is not null',
    'ann val eve reading',
  ],
  [
    'select from included_texts(array[{teamPrompt}]) where content is not null',
    'ann olga ed vic reading in_team',
  ],
  ['select from included_texts(array[{faysIncluding}]) where content is not null', 'fay'],
  [
    'select from included_texts(array[{faysIncluding}]) where prompt_id = {teamPrompt} and content is not null',
    '',
  ],
  [
    `select from prompt_usage(array[{publicPrompt}]::uuid[]) u where u::text like '%' || {privatePrompt} || '%'`,
    'ann',
  ],
  [`select delete_included_prompts(array[{privatePrompt}]::uuid[], '[]')`, 'ann'],
  [`select restore_included_prompts(array[{deletedPrompt}]::uuid[], '{}')`, 'ann'],
];
