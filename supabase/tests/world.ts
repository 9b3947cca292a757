import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { TestDatabase } from '#server/testing/test-database.ts';
import { whileTransactionIsOpen } from '#server/testing/while-transaction-is-open.ts';

/** People and their rows, one of each kind that policies distinguish. */
export interface World {
  /** Owns the rows below. */
  readonly ann: string;
  /** A stranger to these rows. */
  readonly sam: string;
  /** Owner, editor and viewer of the team. */
  readonly olga: string;
  readonly ed: string;
  readonly vic: string;
  readonly team: string;
  readonly group: string;
  readonly deletedGroup: string;
  readonly samsGroup: string;
  readonly teamGroup: string;
  readonly privatePrompt: string;
  readonly publicPrompt: string;
  /** Private, and shared with the team, of which ann is an editor. */
  readonly teamPrompt: string;
  /** Public, but deleted. */
  readonly deletedPrompt: string;
  readonly samsPrompt: string;
  readonly samsPublicPrompt: string;
  readonly chain: string;
  readonly samsChain: string;
  readonly run: string;
  /** By ann and by sam, under ann's public prompt. */
  readonly comment: string;
  readonly samsComment: string;
  /** Olga's, of ann's public prompt. */
  readonly report: string;
  /** Olga invites sam to the team, as an editor. */
  readonly invitation: string;
}

export async function newPerson(test: TestDatabase, name = 'Somebody'): Promise<string> {
  const id = randomUUID();
  await insertPeople(test, [id], [name]);
  return id;
}

/** Creates several people at once: Person 0, Person 1, … */
export async function newPeople(test: TestDatabase, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await insertPeople(
    test,
    ids,
    ids.map((_, number) => `Person ${number}`),
  );
  return ids;
}

async function insertPeople(
  test: TestDatabase,
  ids: readonly string[],
  names: readonly string[],
): Promise<void> {
  await test.sql(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data)
     select id, 'authenticated', 'authenticated', id || '@example.com', now(), jsonb_build_object('full_name', name)
     from unnest($1::uuid[], $2::text[]) as people (id, name)`,
    [ids, names],
  );
}

/** Inserts a row as the superuser and returns its id. */
export async function insert(
  test: TestDatabase,
  table: string,
  row: Readonly<Record<string, unknown>>,
): Promise<string> {
  const names = Object.keys(row);
  const [made] = await test.sql<{ id: string }>(
    `insert into public.${table} (${names.join(', ')})
     values (${names.map((_, i) => `$${i + 1}`).join(', ')}) returning id`,
    Object.values(row),
  );
  if (made === undefined) throw new Error(`Nothing was inserted into ${table}`);
  return made.id;
}

export const newPrompt = (
  test: TestDatabase,
  owner: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<string> =>
  insert(test, 'prompts', { title: 'A title', content: 'Some content', user_id: owner, ...fields });

export async function newTeam(
  test: TestDatabase,
  members: Readonly<Record<string, readonly string[]>>,
): Promise<string> {
  const team = await insert(test, 'teams', { name: 'The team', created_by: null });
  const rows = Object.entries(members).flatMap(([role, people]) =>
    people.map((user_id) => ({ team_id: team, user_id, role })),
  );
  await test.sql(
    `insert into team_members (team_id, user_id, role)
     select team_id, user_id, role from json_populate_recordset(null::team_members, $1)`,
    [JSON.stringify(rows)],
  );
  return team;
}

/** Creates a team with Olga as its owner, Ed as an editor and Vic as a viewer. */
export async function newTeamOfThree(test: TestDatabase) {
  const [olga, ed, vic] = [
    await newPerson(test, 'Olga'),
    await newPerson(test, 'Ed'),
    await newPerson(test, 'Vic'),
  ];
  const team = await newTeam(test, { owner: [olga], editor: [ed], viewer: [vic] });
  return { olga, ed, vic, team };
}

/** Sends a part of an import as a person, and returns the id of the import. */
export async function sendImport(
  test: TestDatabase,
  person: string,
  content: object,
  { id = randomUUID(), part = 0 }: { readonly id?: string; readonly part?: number } = {},
): Promise<string> {
  await test.succeedAs(
    person,
    'insert into import_parts (import_id, part, content) values ($1, $2, $3)',
    id,
    String(part),
    JSON.stringify(content),
  );
  return id;
}

/** The claims of a caller's token. */
export interface Claims {
  readonly role: string;
  /** The caller's id; none for anon and the service role. */
  readonly sub?: string;
  readonly access_token?: Readonly<Record<string, unknown>>;
}

/** Gives a connection the role and the claims of a caller until its transaction ends. */
export async function actAs(client: Client, claims: Claims): Promise<void> {
  await client.query(
    `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`,
    [claims.role, JSON.stringify(claims)],
  );
}

/** Runs a statement as a person in a transaction that is open until `meanwhile` waits or has ended. */
export function duringTransaction<T>(
  test: TestDatabase,
  person: string,
  text: string,
  values: readonly string[],
  meanwhile: () => Promise<T>,
): Promise<T> {
  const begin = async (client: Client) => {
    await actAs(client, { role: 'authenticated', sub: person });
    await client.query(text, [...values]);
  };
  return whileTransactionIsOpen(test, begin, meanwhile);
}

export async function buildWorld(test: TestDatabase): Promise<World> {
  const [ann, sam, olga, ed, vic] = [
    await newPerson(test, 'Ann'),
    await newPerson(test, 'Sam'),
    await newPerson(test, 'Olga'),
    await newPerson(test, 'Ed'),
    await newPerson(test, 'Vic'),
  ];
  const team = await newTeam(test, { owner: [olga], editor: [ed, ann], viewer: [vic] });
  const group = await insert(test, 'groups', { name: 'Group', user_id: ann });
  const deletedGroup = await insert(test, 'groups', { name: 'Old', user_id: ann });
  await test.sql('update groups set deleted_at = now() where id = $1', [deletedGroup]);
  const samsGroup = await insert(test, 'groups', { name: 'Sam', user_id: sam });
  const teamGroup = await insert(test, 'groups', { name: 'Shared', team_id: team });
  const privatePrompt = await newPrompt(test, ann, { group_id: group });
  const publicPrompt = await newPrompt(test, ann, { is_public: true });
  const teamPrompt = await newPrompt(test, ann, { team_id: team });
  const deletedPrompt = await newPrompt(test, ann, { is_public: true });
  await test.sql('update prompts set deleted_at = now() where id = $1', [deletedPrompt]);
  const samsPrompt = await newPrompt(test, sam);
  const samsPublicPrompt = await newPrompt(test, sam, { is_public: true });
  const chain = await insert(test, 'chains', { title: 'Chain', user_id: ann });
  const samsChain = await insert(test, 'chains', { title: 'Chain', user_id: sam });
  await test.sql(
    `insert into chain_prompts (chain_id, prompt_id, sequence_order)
     values ($1, $2, 1), ($1, $3, 2), ($4, $5, 1)`,
    [chain, privatePrompt, samsPublicPrompt, samsChain, samsPrompt],
  );
  const run = await insert(test, 'chain_runs', { title: 'Run', user_id: ann, chain_id: chain });
  const comment = await insert(test, 'comments', {
    prompt_id: publicPrompt,
    user_id: ann,
    body: 'Mine',
  });
  const samsComment = await insert(test, 'comments', {
    prompt_id: publicPrompt,
    user_id: sam,
    body: 'Well done',
  });
  const report = await insert(test, 'reports', {
    user_id: olga,
    prompt_id: publicPrompt,
    reason: 'spam',
  });
  const invitation = await insert(test, 'team_invitations', {
    team_id: team,
    role: 'editor',
    user_id: sam,
    invited_by: olga,
  });
  for (const prompt of [privatePrompt, publicPrompt, teamPrompt]) {
    await test.sql(
      `insert into storage.objects (bucket_id, name, version)
       values ('attachments', $1 || '/' || gen_random_uuid(), gen_random_uuid())`,
      [prompt],
    );
  }
  await test.sql('update prompt_attachments set created_by = $1', [ann]);
  await test.sql(`insert into takedowns (prompt_id, reason) values ($1, 'Copied')`, [
    deletedPrompt,
  ]);
  await test.sql('insert into hidden_authors (user_id, author_id) values ($1, $2)', [sam, olga]);
  await test.sql(`insert into favorites (user_id, prompt_id) values ($1, $2), ($1, $3), ($4, $2)`, [
    ann,
    publicPrompt,
    privatePrompt,
    sam,
  ]);
  await test.sql(`insert into prompt_uses (user_id, prompt_id) values ($1, $2), ($3, $4)`, [
    ann,
    privatePrompt,
    sam,
    publicPrompt,
  ]);
  await test.sql(`insert into subscriptions (user_id, status) values ($1, 'active')`, [ann]);
  return {
    ann,
    sam,
    olga,
    ed,
    vic,
    team,
    group,
    deletedGroup,
    samsGroup,
    teamGroup,
    privatePrompt,
    publicPrompt,
    teamPrompt,
    deletedPrompt,
    samsPrompt,
    samsPublicPrompt,
    chain,
    samsChain,
    run,
    comment,
    samsComment,
    report,
    invitation,
  };
}
