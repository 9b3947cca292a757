/*
 * Statements that write the rows that triggers derive from prompts and favourites, for all rows
 * at once. Triggers are off meanwhile. The rows equal those of the triggers except for ids and
 * times, which supabase/tests/prompts/scaled-prompts.test.ts checks.
 */
export const versionsSql = `
  insert into public.prompt_versions (prompt_id, version_number, title, content, description, tags,
    is_public, category, icon, group_id, change_description, created_by, created_at)
  select p.id, number, p.title,
    left(p.content, char_length(p.content) - 5 * (p.version - number)), p.description, p.tags,
    p.is_public, p.category, p.icon, p.group_id,
    case number when 1 then 'Initial version' else 'Updated prompt' end, p.user_id,
    p.created_at + (number - 1) * interval '1 hour'
  from public.prompts p, generate_series(1, p.version) number
  where p.id between $1 and $2`;

/**
 * Inserts random favourites of readable prompts, most for a few of them. $1: attempts, $2: people,
 * $3: prompts.
 */
export const favouritesSql = `
  insert into public.favorites (user_id, prompt_id, created_at)
  select random.user_id, p.id, max(p.created_at + random.delay)
  from (
    select
      ('0be00000-0000-4000-8000-' || lpad((1 + (hashint8extended(number, 1) & 1073741823) % $2::bigint)::text, 12, '0'))::uuid
        as user_id,
      ('0be10000-0000-4000-8000-' || lpad((floor($3::bigint *
        power((hashint8extended(number, 2) & 1073741823) / 1073741824.0::double precision, 2.0)
      )::bigint * 7919 % $3::bigint)::text, 12, '0'))::uuid as prompt_id,
      (hashint8extended(number, 3) & 255) * interval '1 hour' as delay
    from generate_series(1, $1::bigint) number
  ) random
  join public.prompts p on p.id = random.prompt_id and (p.is_public or p.user_id = random.user_id)
  where p.deleted_at is null
  group by random.user_id, p.id`;

export const pointsSql = `
  insert into private.prompt_points (prompt_id, user_id)
  select p.id, interest.user_id
  from (
    select prompt_id, user_id from public.favorites
    union
    select forked_from, user_id from public.prompts where forked_from is not null and deleted_at is null
  ) interest
  join public.prompts p on p.id = interest.prompt_id and p.user_id <> interest.user_id
  join auth.users u on u.id = interest.user_id and u.email_confirmed_at is not null
  where p.id between $1 and $2`;

export const statsSql = `
  insert into public.prompt_stats (prompt_id, favorites_count, forks_count, points, hot, born, listed)
  select p.id, coalesce(f.count, 0), coalesce(k.count, 0), coalesce(g.count, 0),
    private.hot_score(coalesce(g.count, 0), p.created_at), p.created_at, p.is_public and p.deleted_at is null
  from public.prompts p
  left join (select prompt_id, count(*)::integer from public.favorites group by 1) f on f.prompt_id = p.id
  left join (
    select forked_from, count(*)::integer from public.prompts
    where forked_from is not null and deleted_at is null group by 1
  ) k on k.forked_from = p.id
  left join (select prompt_id, count(*)::integer from private.prompt_points group by 1) g on g.prompt_id = p.id
  where p.id between $1 and $2`;

export const searchRowsSql = `
  insert into public.prompt_search
  select derived.* from public.prompts p, lateral private.search_row(p) derived
  where p.deleted_at is null and p.id between $1 and $2`;
