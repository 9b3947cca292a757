-- The community view. security_invoker: who reads it reads with their own rights, so that it can never
-- show more than the policies of its tables; its own condition narrows that to the community.
create view public.prompt_details_v with (security_invoker = true) as
select
  p.id, p.title, p.content, p.description, p.tags, p.is_public, p.version, p.user_id, p.team_id, p.group_id,
  p.created_at, p.updated_at, p.is_template, p.template_category, p.category, p.icon,
  p.forked_from, p.forked_from_version,
  a.full_name as author_name,
  a.avatar_url as author_avatar,
  s.favorites_count, s.comments_count, s.forks_count, s.points, s.hot
from public.prompts p
join public.prompt_stats s on s.prompt_id = p.id
left join public.profiles a on a.id = p.user_id
where p.is_public and p.deleted_at is null;
comment on view public.prompt_details_v is
  'Public prompts that are not deleted, with author and counts. Runs with the reader''s rights (security_invoker).';

revoke all on table public.prompt_details_v from anon, authenticated, service_role;
grant select on table public.prompt_details_v to authenticated, service_role;
