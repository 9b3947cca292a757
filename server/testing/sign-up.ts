import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { TestServer } from './test-server.ts';

/** A signed-in person with the real auth and REST clients. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly auth: InstanceType<typeof AuthClient>;
  readonly db: PostgrestClient;
}

const password = 'Prompt-Book-1';

/** Creates the real auth client, with its session in memory. */
function authClient({ url, secrets }: TestServer): InstanceType<typeof AuthClient> {
  return new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: secrets.publishableKey },
    autoRefreshToken: false,
    persistSession: false,
  });
}

/** Creates the real REST client, with an access token or anonymous. */
export function dataClient({ url, secrets }: TestServer, accessToken?: string): PostgrestClient {
  const bearer = accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` };
  return new PostgrestClient(`${url}/rest/v1`, {
    headers: { apikey: secrets.publishableKey, ...bearer },
  });
}

/** Inserts a row as a person, and returns its id. */
export async function insert({ db }: Person, table: string, row: object): Promise<string> {
  const { data, error } = await db.from(table).insert(row).select('id').single();
  if (error) throw error;
  return String(data['id']);
}

/** Creates a personal access token, by default for all prompts. */
export async function createAccessToken(
  { db }: Person,
  scopes: readonly string[] = ['prompts:read', 'prompts:write'],
  limit: object = {},
): Promise<string> {
  const created = await db.rpc('create_access_token', { name: 'A client', scopes, ...limit });
  if (created.error) throw created.error;
  return String(created.data);
}

/** Signs up, opens the mailed link and signs in, as a person does. */
export async function signUp(server: TestServer, email: string): Promise<Person> {
  const auth = authClient(server);
  const signedUp = await auth.signUp({ email, password, options: { data: { full_name: email } } });
  if (signedUp.error) throw signedUp.error;
  const mails = (await server.dependencies.mailbox?.mails()) ?? [];
  const link = mails.find(({ to }) => to === email)?.links[0];
  if (link === undefined) throw new Error(`No mail with a link came to ${email}.`);
  await fetch(link, { redirect: 'manual' });
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  return {
    id: data.user.id,
    email,
    password,
    auth,
    db: dataClient(server, data.session.access_token),
  };
}
