import type { Client, ClientConfig } from 'pg';
import { insertPrompts } from './insert-prompts.ts';
import { withClient } from './with-client.ts';
import {
  emailOf,
  groupId,
  ownerOf,
  peopleCount,
  personId,
  promptCount,
  promptId,
} from './seed-ids.ts';
import { promptText } from './prompt-text.ts';

const batch = 2_000;
const groupsEach = 3;

/** Creation time of the first prompt; one follows every five minutes. */
const firstDay = Date.UTC(2025, 0, 1);
const gapMs = 5 * 60_000;

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

export async function insertPeople(client: Client, count: number): Promise<void> {
  const numbers = range(1, count + 1);
  await client.query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_app_meta_data,
       raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token,
       email_change_token_new, email_change)
     select id, 'authenticated', 'authenticated', email, now(),
       '{"provider":"email","providers":["email"]}', jsonb_build_object('full_name', email),
       now(), now(), '', '', '', ''
     from unnest($1::uuid[], $2::text[]) as person (id, email)`,
    [numbers.map(personId), numbers.map(emailOf)],
  );
}

async function insertGroups(client: Client): Promise<void> {
  const numbers = range(0, peopleCount * groupsEach);
  await client.query(
    `insert into public.groups (id, name, description, user_id)
     select id, name, 'Prompts for one topic.', owner
     from unnest($1::uuid[], $2::text[], $3::uuid[]) as new_group (id, name, owner)`,
    [
      numbers.map(groupId),
      numbers.map((number) => `Group ${1 + Math.floor(number / peopleCount)}`),
      numbers.map((number) => personId(ownerOf(number))),
    ],
  );
}

/** Returns a prompt's group: one of its owner's for every second round of prompts. */
function groupOf(prompt: number): string | null {
  const round = Math.floor(prompt / peopleCount);
  return round % 2 === 0
    ? null
    : groupId((round % groupsEach) * peopleCount + (prompt % peopleCount));
}

function promptRows(from: number) {
  return range(from, Math.min(from + batch, promptCount)).map((number) => {
    const text = promptText(number);
    const time = new Date(firstDay + number * gapMs).toISOString();
    return {
      id: promptId(number),
      title: text.title,
      content: text.content,
      description: text.description,
      tags: text.tags,
      category: text.category,
      is_public: text.isPublic,
      user_id: personId(ownerOf(number)),
      group_id: groupOf(number),
      created_at: time,
      updated_at: time,
    };
  });
}

/** Marks every seventh of each person's own prompts and ten public ones of others. */
async function insertFavourites(client: Client): Promise<void> {
  await client.query(
    `insert into public.favorites (user_id, prompt_id)
     select user_id, id from (
       select user_id, id, row_number() over (partition by user_id order by id) as number
       from public.prompts
     ) own where number % 7 = 0`,
  );
  await client.query(
    `insert into public.favorites (user_id, prompt_id)
     select person.id, marked.id
     from auth.users person
     cross join lateral (
       select p.id from public.prompts p
       where p.is_public and p.user_id <> person.id and p.created_at > $1::timestamptz
         + (hashtext(person.id::text) & 255) * interval '1 day'
       order by p.created_at limit 10
     ) marked`,
    [new Date(firstDay)],
  );
}

/**
 * Indexes all prompts for search, as a job of the server does in time. It would go on in each measured
 * server, and take a processor.
 */
async function indexPrompts(client: Client): Promise<void> {
  let queued: number | null = null;
  while (queued !== 0) {
    await client.query('select public.read_search_queue()');
    ({ rowCount: queued } = await client.query('select from private.search_queue limit 1'));
  }
}

/** Fills an empty database as its superuser. Triggers write versions, counts and search rows. */
export async function seed(login: ClientConfig): Promise<void> {
  await withClient(login, async (client) => {
    await client.query('set synchronous_commit = off');
    console.log(`Seeding ${promptCount} prompts of ${peopleCount} people (once) …`);
    await insertPeople(client, peopleCount);
    await insertGroups(client);
    for (let from = 0; from < promptCount; from += batch) {
      await insertPrompts(client, promptRows(from));
    }
    await insertFavourites(client);
    await indexPrompts(client);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
}
