-- A library's common words are found among its newest prompts, whatever the planner believes.

create or replace function public.search_prompts(
  query text default '',
  scope text default 'library',
  in_group uuid default null,
  after text default null,
  page_size integer default 50
) returns table (
  id uuid, title text, preview text, description text, tags text[], is_public boolean, version integer,
  user_id uuid, team_id uuid, group_id uuid, group_name text, is_template boolean, template_category text,
  category text, icon text, forked_from uuid, created_at timestamptz, updated_at timestamptz,
  last_used_at timestamptz, is_favorite boolean, favorites_count integer,
  author_name text, author_avatar text, title_matches boolean, typo_forgiven boolean, cursor text
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  caller uuid := private.caller_id();
  terms private.search_terms := private.parse_search(query);
  cut jsonb := after::jsonb;
  forgiving boolean := coalesce((cut ->> 'forgiving')::boolean, false);
  readable constant text := '(s.user_id = $1 or s.is_public or s.team_id in (select private.my_team_ids()))';
  own constant boolean := coalesce(scope, 'library') = 'library';
  who text;
  what text;
  wanted integer := least(greatest(coalesce(page_size, 50), 1), 200);
  got integer;
  in_title boolean;
  walked constant integer := 400;
  -- What is common is found among the newest: those are walked first, and only what lies behind them is looked up.
  -- No statistics know how common a word is in long texts, so the planner could not choose.
  parts text[];
  part text;
  behind record;
begin
  who := case coalesce(scope, 'library')
    when 'library' then 's.user_id = $1'
    when 'teams' then 's.team_id in (select private.my_team_ids())'
    when 'templates' then 's.is_template and ' || readable
    when 'favorites' then
      'exists (select from public.favorites f where f.user_id = $1 and f.prompt_id = s.prompt_id) and ' || readable
  end;
  if who is null then
    raise exception 'The scope is library, teams, templates or favorites' using errcode = 'invalid_parameter_value';
  end if;
  if caller is null then
    return;
  end if;
  who := who || ' and ' || private.search_filters(terms);
  if in_group is not null then
    who := who || format(' and s.group_id = %L', in_group);
  end if;

  -- Exactly first; on the first page, with a typo when that finds nothing.
  loop
    got := 0;
    what := case when forgiving then private.contains_nearly_all('library_text', terms.words)
      else private.contains_all('library_text', terms.words) end;
    exit when what is null;
    -- What matches in its title, then the rest; each newest first.
    foreach in_title in array case
      when forgiving or cardinality(terms.words) = 0 then array[false] else array[true, false] end
    loop
      continue when got >= wanted or (in_title and (cut ->> 'title')::boolean is false);
      parts := array['public.prompt_search s'];
      if own and not in_title and not forgiving and cardinality(terms.words) > 0 then
        select s.created_at, s.prompt_id into behind
        from public.prompt_search s
        where s.user_id = caller and ((cut ->> 'title')::boolean is distinct from false
          or (s.created_at, s.prompt_id) < ((cut ->> 'at')::timestamptz, (cut ->> 'id')::uuid))
        order by s.created_at desc, s.prompt_id desc
        offset walked limit 1;
        -- Behind offset 0 a condition on the text chooses no index.
        parts := array[format(
          '(select * from public.prompt_search s where s.user_id = $1 %s %s offset 0) s',
          case when behind.prompt_id is not null then format('and (s.created_at, s.prompt_id) > (%L::timestamptz, %L::uuid)',
            behind.created_at, behind.prompt_id) end,
          case when (cut ->> 'title')::boolean is false then format('and (s.created_at, s.prompt_id) < (%L::timestamptz, %L::uuid)',
            cut ->> 'at', cut ->> 'id') end
        )];
        if behind.prompt_id is not null then
          parts := parts || format(
            '(select * from public.prompt_search s where (s.created_at, s.prompt_id) <= (%L::timestamptz, %L::uuid)) s',
            behind.created_at, behind.prompt_id);
        end if;
      end if;
      foreach part in array parts loop
        exit when got >= wanted;
        return query execute format(
          $sql$
            select p.id, p.title, left(p.content, 300), p.description, p.tags, p.is_public, p.version,
              p.user_id, p.team_id, p.group_id, g.name, p.is_template, p.template_category,
              p.category, p.icon, p.forked_from, p.created_at, p.updated_at,
              u.used_at, f.prompt_id is not null, st.favorites_count,
              a.full_name, a.avatar_url, %L::boolean, %L::boolean,
              jsonb_build_object('title', %L::boolean, 'at', p.created_at, 'id', p.id, 'forgiving', %L::boolean)::text
            from (
              select s.prompt_id, s.created_at
              from (select * from %s where (%s) and (%s) %s) s
              where (%s) and (%s)
              order by s.created_at desc, s.prompt_id desc
              limit %s
            ) s
            join public.prompts p on p.id = s.prompt_id and p.deleted_at is null
            join public.prompt_stats st on st.prompt_id = p.id
            left join public.groups g on g.id = p.group_id and g.user_id = $1
            left join public.prompt_uses u on u.prompt_id = p.id and u.user_id = $1
            left join public.favorites f on f.prompt_id = p.id and f.user_id = $1
            left join public.profiles a on a.id = p.user_id
            order by s.created_at desc, s.prompt_id desc
          $sql$,
          in_title, forgiving, in_title, forgiving,
          part,
          who,
          -- Whatever its title contains, a text contains; a library's titles are read from an index alone.
          case when in_title and own then 'true' else what end,
          -- A guess at how common twenty patterns are is worth nothing: gather first, then sort.
          case when forgiving then 'offset 0' end,
          case
            when forgiving or cardinality(terms.words) = 0 then 'true'
            when in_title then private.contains_all('title', terms.words)
            else 'not (' || private.contains_all('title', terms.words) || ')' end,
          case when (cut ->> 'title')::boolean is not distinct from in_title
            then format('(s.created_at, s.prompt_id) < (%L::timestamptz, %L::uuid)', cut ->> 'at', cut ->> 'id')
            else 'true' end,
          wanted - got
        ) using caller;
        declare
          more integer;
        begin
          get diagnostics more = row_count;
          got := got + more;
        end;
      end loop;
    end loop;
    exit when got > 0 or forgiving or cut is not null or cardinality(terms.words) = 0;
    forgiving := true;
  end loop;
end
$$;
