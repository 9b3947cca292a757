-- Trending took the logarithm of the points, of one at least, so that the first point changed nothing. Now it is the
-- logarithm of the points plus one: each point moves a prompt, and none is still none.

create or replace function private.hotness(points integer, born timestamptz) returns double precision
language sql immutable set search_path = ''
as $$ select log(1 + greatest(points, 0)::double precision) + extract(epoch from born)::double precision / 45000 $$;

comment on column public.prompt_stats.hot is
  'The order Trending: log10 of the points plus one, plus the time of birth, 12.5 hours for a factor of ten. '
  'Does not change with time.';

-- Without points it is what it was.
update public.prompt_stats set hot = private.hotness(points, born) where points > 0;
