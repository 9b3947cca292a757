-- Templates: public prompts of the official account, on a page of their own and therefore not in
-- the community. The seed writes them through this function.

create function private.upsert_template(
  id uuid, category text, icon text, title text, description text, tags text[], content text
) returns void
language sql set search_path = ''
as $$
  insert into public.prompts (
    id, user_id, is_template, is_public, template_category, icon, title, description, tags, content
  )
  values (
    $1, '00000000-0000-4000-8000-000000000001', true, true, $2, $3, $4, $5, $6, btrim($7, E'\n')
  )
  on conflict (id) do update
  set template_category = excluded.template_category, icon = excluded.icon, title = excluded.title,
    description = excluded.description, tags = excluded.tags, content = excluded.content
  where (prompts.template_category, prompts.icon, prompts.title, prompts.description, prompts.tags,
    prompts.content)
    is distinct from (excluded.template_category, excluded.icon, excluded.title, excluded.description, excluded.tags,
      excluded.content)
$$;
comment on function private.upsert_template is
  'Makes a template, or gives it its newest text, which makes one version more. The same text '
  'changes nothing.';
