-- The product's own account, the author of templates. It has no password, so no sign-in works.
-- GoTrue cannot read an account whose token columns are null, hence ''.
insert into auth.users (
  instance_id, id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
  created_at, updated_at, confirmation_token, recovery_token, email_change, email_change_token_new,
  email_change_token_current, phone_change, phone_change_token, reauthentication_token
)
values (
  '00000000-0000-0000-0000-000000000000', '00000000-0000-4000-8000-000000000001', 'authenticated', 'authenticated',
  'official@cuebook.invalid', now(), '{"provider": "email", "providers": ["email"]}', '{"full_name": "Cuebook"}',
  now(), now(), '', '', '', '', '', '', '', ''
)
on conflict (id) do nothing;

insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
values (
  '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000001',
  '{"sub": "00000000-0000-4000-8000-000000000001", "email": "official@cuebook.invalid", "email_verified": true}',
  'email', now(), now()
)
on conflict (provider_id, provider) do nothing;

insert into public.profiles (id, full_name)
values ('00000000-0000-4000-8000-000000000001', 'Cuebook')
on conflict (id) do nothing;
