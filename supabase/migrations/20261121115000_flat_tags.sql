-- A list of lists is a text[] too, for PostgreSQL; for everybody who reads tags it is none.
update public.prompts set tags = array(select unnest(tags)) where array_ndims(tags) > 1;
alter table public.prompts add constraint "tags are a plain list" check (coalesce(array_ndims(tags), 1) = 1);
