import * as v from 'valibot';

/* The statements of the library. Those that read return rows of one JSON column. */

/** A row of {@link findSql}, {@link findPublicSql} and {@link listSql}. */
export const promptRow = v.object({
  /** The position of the reference among those that were looked for. */
  position: v.number(),
  id: v.string(),
  title: v.string(),
  latest_title: v.string(),
  description: v.nullable(v.string()),
  tags: v.array(v.string()),
  content: v.string(),
  version: v.number(),
  latest_version: v.number(),
  label_version: v.nullable(v.number()),
  is_public: v.boolean(),
  updated_at: v.string(),
});

export type PromptRow = v.InferOutput<typeof promptRow>;

/** A row of {@link includedSql}. */
export const includedRow = v.object({
  ref: v.string(),
  prompt_id: v.string(),
  version: v.nullable(v.number()),
  title: v.nullable(v.string()),
  content: v.nullable(v.string()),
  is_public: v.nullable(v.boolean()),
  gap: v.nullable(v.picklist(['missing', 'deleted', 'limit'])),
});

/** Names that stand for several prompts are refused, so a few rows are enough. */
const maxFound = 10;

const latestColumns = `'id', p.id, 'latest_title', p.title, 'latest_version', p.version, 'is_public', p.is_public`;
const versionColumns = `'title', coalesce(v.title, p.title), 'content', coalesce(v.content, p.content),
  'description', case when v.id is null then p.description else v.description end,
  'tags', coalesce(v.tags, p.tags), 'version', coalesce(v.version_number, p.version),
  'updated_at', coalesce(v.created_at, p.updated_at)`;
const wantedSql = `json_to_recordset($1::json) as wanted
  (position integer, first_id uuid, last_id uuid, id_end text, version integer, label text)`;
/** A version that is not the latest comes from the history, which not everybody may read. */
export const findSql = `select found.json
  from ${wantedSql} cross join lateral (
    select json_build_object('position', wanted.position, ${latestColumns}, ${versionColumns},
      'label_version', l.version_number) as json
    from public.readable_prompts p
    left join public.prompt_labels l on l.prompt_id = p.id and l.label = wanted.label
    left join public.prompt_versions v on v.prompt_id = p.id
      and v.version_number = coalesce(wanted.version, l.version_number) and v.version_number <> p.version
    where p.id between wanted.first_id and wanted.last_id and right(p.id::text, 4) = wanted.id_end
      and p.deleted_at is null
    limit ${maxFound}
  ) found`;
/** Strangers read neither history nor labels. */
export const findPublicSql = `select found.json
  from ${wantedSql} cross join lateral (
    select json_build_object('position', wanted.position, ${latestColumns},
      'title', p.title, 'content', p.content, 'description', p.description, 'tags', p.tags,
      'version', p.version, 'updated_at', p.updated_at, 'label_version', null) as json
    from public.public_prompt_ids(wanted.first_id, wanted.last_id, wanted.id_end) public_id
      cross join lateral public.public_prompt(public_id) p
    limit ${maxFound}
  ) found`;
/** Returns the groups at a path, and those below them. */
export const groupsSql = `select json_build_object('ids', private.my_groups_in($1))`;
/**
 * Lists the caller's own prompts and their teams', or those in groups, or those of them that have a
 * label.
 */
export const listSql = ({ hasLabel, isInGroups }: Record<'hasLabel' | 'isInGroups', boolean>) =>
  `with ranked as (
    ${(isInGroups
      ? ['$1::uuid is not null and p.group_id = any ($6::uuid[])']
      : [
          '$6::uuid[] is null and p.user_id = $1',
          'p.user_id <> $1 and p.team_id = any (array(select private.my_team_ids()))',
        ]
    )
      .map(
        (scope) => `(select p.id, p.created_at from public.prompts p
      ${hasLabel ? 'join public.prompt_labels l on l.prompt_id = p.id and l.label = $5' : ''}
      where ${scope} and p.deleted_at is null
        and (p.created_at, p.id) < ($2::timestamptz, $3::uuid)
      order by p.created_at desc, p.id desc limit $4)`,
      )
      .join(' union all ')}
  )
  select json_build_object('position', 0, ${latestColumns}, ${versionColumns},
    'label_version', l.version_number, 'cursor', p.created_at || '|' || p.id)
  from (select * from ranked order by created_at desc, id desc limit $4) page
  join public.prompts p on p.id = page.id
  left join public.prompt_labels l on l.prompt_id = p.id and l.label = $5
  left join public.prompt_versions v
    on v.prompt_id = p.id and v.version_number = l.version_number and v.version_number <> p.version
  order by page.created_at desc, page.id desc`;
/**
 * Finds prompts in scopes of `search_prompts`, best first as in one of them: each scope returns its best.
 * Close matches count only if no scope has an exact one.
 */
export const searchSql = `select json_build_object('id', id, 'title', title)
  from (
    select found.*, bool_and(typo_forgiven) over () as is_close_only
    from (
      select distinct on (s.id) s.id, s.title, s.created_at, s.typo_forgiven,
        (s.cursor::json ->> 'rank')::integer as rank
      from unnest($2::text[]) scope cross join lateral public.search_prompts($1, scope, null, null, $3) s
    ) found
  ) matches
  where typo_forgiven = is_close_only
  order by rank desc, created_at desc, id desc
  limit $3`;
export const includedSql = `select json_build_object('ref', ref, 'prompt_id', prompt_id, 'version', version,
    'title', title, 'content', content, 'is_public', is_public, 'gap', gap)
  from public.included_texts($1::text[])`;
export const useSql = `insert into public.prompt_uses (prompt_id, last_values)
  values ($1, coalesce($2::jsonb, '{}')) on conflict (user_id, prompt_id)
  do update set last_values = coalesce($2::jsonb, prompt_uses.last_values)`;
