import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { startTestServer, type TestServer } from './test-server.ts';

/** The storage client of supabase-js, unmodified. */
export type StorageClient = SupabaseClient['storage'];

/** Creates a storage client: as the operator, as a signed-in person with a token, or as nobody. */
export function storageClient(
  { url, secrets }: TestServer,
  as: 'operator' | 'nobody' | { readonly token: string },
): StorageClient {
  const key = as === 'operator' ? secrets.secretKey : secrets.publishableKey;
  const accessToken = typeof as === 'object' ? async () => as.token : undefined;
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    ...(accessToken === undefined ? {} : { accessToken }),
  }).storage;
}

/** A signed-in person of the storage tests: their id, token and client. */
export interface StorageUser {
  readonly id: string;
  readonly token: string;
  readonly storage: StorageClient;
}

/** Creates an account and a token for it, without the mails of a sign-up. */
export async function createStorageUser(server: TestServer, email: string): Promise<StorageUser> {
  const [user] = await server.sql<{ id: string }>(
    'insert into auth.users (id, email) values (gen_random_uuid(), $1) returning id',
    [email],
  );
  if (user === undefined) throw new Error('The account was not created.');
  const token = await server.dependencies.keys.sign({
    iss: `${server.url}/auth/v1`,
    sub: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    exp: Math.floor(Date.now() / 1000) + 3600,
  });
  return { id: user.id, token, storage: storageClient(server, { token }) };
}

/** Lets everybody read and write below a folder with their id, in a private bucket. */
const ownFolderPolicies = `
  insert into storage.buckets (id, name, public) values ('own', 'own', false), ('open', 'open', true);
  create policy own_folder on storage.objects for all to authenticated
  using (bucket_id = 'own' and (storage.foldername(name))[1] = auth.uid()::text);
  create policy drop_box on storage.objects for insert to authenticated
  with check (bucket_id = 'own' and (storage.foldername(name))[1] = 'drop-box');
`;

/** Starts a server with a private bucket, `own`, a public one, `open`, an operator and two people. */
export async function createStorageTestHarness(...settings: Parameters<typeof startTestServer>) {
  const server = await startTestServer(...settings);
  await server.sql(ownFolderPolicies);
  return {
    server,
    operator: storageClient(server, 'operator'),
    ada: await createStorageUser(server, 'ada@example.com'),
    eve: await createStorageUser(server, 'eve@example.com'),
  };
}
