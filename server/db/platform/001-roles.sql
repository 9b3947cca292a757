-- The roles of a hosted Supabase. Roles belong to the cluster, so another database may have made
-- them already; their attributes are left as found.
do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'login noinherit'),
      ('supabase_auth_admin', 'login noinherit')
    ) as roles (name, attributes)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      begin
        execute format('create role %I %s', wanted.name, wanted.attributes);
      exception when duplicate_object or unique_violation then
        null; -- made by another database's migration at the same moment
      when insufficient_privilege then
        raise exception 'the role % cannot create %: let a superuser run "create role % %" first, or use a role that may',
          current_user, wanted.name, wanted.name, wanted.attributes
          using errcode = 'insufficient_privilege';
      end;
    end if;
  end loop;
end
$$;

grant anon, authenticated, service_role to authenticator;
-- For an owner that is not a superuser: it makes objects for these roles and tests as them.
grant anon, authenticated, service_role, supabase_auth_admin to current_user;
