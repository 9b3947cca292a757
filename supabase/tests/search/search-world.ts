import type { TestDatabase } from '#server/testing/test-database.ts';
import { createRandom, pick } from '../../../bench/random.ts';
import type { Question } from './search-comparison.ts';
import { newPeople, newTeam } from '../world.ts';

/** Makes the worlds; another one, for a run with other questions, comes from `SEARCH_SEED`. */
export const seed = Number(process.env['SEARCH_SEED'] ?? 20_261_122);

/** Changes the thresholds of search, by the definition of their function. */
export async function changeThresholds(
  test: TestDatabase,
  change: (definition: string) => string,
): Promise<void> {
  const [{ definition } = { definition: '' }] = await test.sql<{ definition: string }>(
    `select pg_get_functiondef('private.search_thresholds()'::regprocedure) as definition`,
  );
  await test.sql(change(definition));
}

/** The size of a random world. */
export interface Size {
  readonly seed: number;
  readonly people: number;
  readonly teams: number;
  /** The probability that a person is a member of a team. */
  readonly joins: number;
  readonly prompts: number;
  /** Words without special spelling. */
  readonly plainWords: readonly string[];
  /** Each person has favourited, and used, one in this many prompts. */
  readonly starsOneOf: number;
}

const particularWords = ['ete', 'poem', '漢字', '日', 'c++', '50%'];
const written = new Map([
  ['ete', 'Été'],
  ['poem', 'POEM'],
]);
const scopes = ['library', 'teams', 'team', 'shared', 'templates', 'favorites', 'community'];
export const sorts = ['latest', 'oldest', 'trending', 'top'];
const paths = ['work', 'mail', 'work/mail', 'home/mail', 'mail/old', 'mail/nowhere'];
const filters = ['tag:red', 'is:public', 'is:private', 'is:favourite', 'is:template', 'used:<7d'];

/**
 * Random people, teams and prompts, and questions about them. Equal seeds give equal texts, but new
 * ids.
 */
export class SearchWorld {
  people: readonly string[] = [];
  #teams: readonly string[] = [];
  #groups: readonly { readonly id: string; readonly user_id: string | null }[] = [];
  readonly #test: TestDatabase;
  readonly #size: Size;
  readonly #next: () => number;
  readonly #words: readonly string[];

  constructor(test: TestDatabase, size: Size) {
    this.#test = test;
    this.#size = size;
    this.#next = createRandom(size.seed);
    this.#words = [...size.plainWords, ...particularWords];
  }

  readonly #likely = (chance: number) => this.#next() < chance;

  #some(count: number): string[] {
    return Array.from({ length: count }, () => pick(this.#words, this.#next()));
  }

  #upTo(most: number): number {
    return 1 + Math.floor(this.#next() * most);
  }

  #text(count: number): string {
    return this.#some(count)
      .map((word) => (this.#likely(0.5) ? (written.get(word) ?? word) : word))
      .join(' ');
  }

  question(number: number, fewestWords: 0 | 1, person: string): Question {
    const words = this.#some(fewestWords + Math.floor(this.#next() * (3 - fewestWords)));
    const filter = this.#likely(0.4) ? pick(filters, this.#next()) : null;
    const typed = words.map((word) => written.get(word) ?? word);
    const kind = pick(scopes, this.#next());
    const scope = kind === 'team' ? `team:${pick(this.#teams, this.#next())}` : kind;
    const takesGroups = kind !== 'community';
    const path = takesGroups && this.#likely(0.15) ? pick(paths, this.#next()) : null;
    const query = [
      ...typed,
      ...(filter === null ? [] : [filter]),
      ...(path === null ? [] : [`in:"${path}"`]),
    ].join(' ');
    return {
      number,
      scope,
      sort: pick(sorts, this.#next()),
      words,
      filter,
      in_group: takesGroups && this.#likely(0.15) ? this.#chooseGroup(person) : null,
      and_below: this.#likely(0.5),
      path: path?.split('/') ?? null,
      query,
    };
  }

  /** Returns a group, mostly of the person. */
  #chooseGroup(person: string): string {
    const own = this.#groups.filter((group) => group.user_id === person);
    return pick(this.#likely(0.8) ? own : this.#groups, this.#next()).id;
  }

  async make(): Promise<void> {
    await this.#test.sql('delete from public.prompts');
    this.people = await newPeople(this.#test, this.#size.people);
    this.#teams = await this.#makeTeams();
    await this.#makePrompts(this.#teams);
    await this.#makeMarks();
    await this.#groupAndForkSome();
    await this.#shareSome();
    await this.#hideSome();
    await this.#changeSome();
  }

  async #makeTeams(): Promise<readonly string[]> {
    const teams: string[] = [];
    for (let number = 0; number < this.#size.teams; number += 1) {
      const members = this.people.filter(() => this.#likely(this.#size.joins));
      const roles = { owner: members.slice(0, 1), editor: members.slice(1, 3) };
      teams.push(await newTeam(this.#test, { ...roles, viewer: members.slice(3) }));
    }
    return teams;
  }

  async #makePrompts(teams: readonly string[]): Promise<void> {
    const likely = this.#likely;
    const rows = Array.from({ length: this.#size.prompts }, () => ({
      title: this.#text(this.#upTo(2)),
      content: this.#text(this.#upTo(4)),
      description: likely(0.5) ? this.#text(2) : null,
      tags: [...(likely(0.4) ? ['Red'] : []), ...(likely(0.4) ? this.#some(1) : [])],
      user_id: pick(this.people, this.#next()),
      is_public: likely(0.3),
      team_id: likely(0.3) ? pick(teams, this.#next()) : null,
      is_template: likely(0.1),
      deleted_at: likely(0.1) ? '2026-01-01' : null,
    }));
    await this.#test.sql(
      `insert into public.prompts (title, content, description, tags, user_id, is_public, team_id, is_template, deleted_at)
       select title, content, description, tags, user_id, is_public, team_id, is_template, deleted_at
       from json_populate_recordset(null::public.prompts, $1)`,
      [JSON.stringify(rows)],
    );
  }

  /** Adds favourites and uses of prompts that a person can read, or could read once. */
  async #makeMarks(): Promise<void> {
    const marked = (kind: string) =>
      `select u as user_id, p.id as prompt_id from unnest($1::uuid[]) u join public.prompts p
       on (hashtext('${kind}' || u) & 2147483647) % $2 = (hashtext('${kind}' || p.id) & 2147483647) % $2`;
    const values = [this.people, this.#size.starsOneOf];
    await this.#test.sql(
      `insert into public.favorites (user_id, prompt_id) ${marked('starred')}`,
      values,
    );
    await this.#test.sql(
      `insert into public.prompt_uses (user_id, prompt_id, used_at)
       select user_id, prompt_id, now() - (hashtext(prompt_id::text) & 15) * interval '1 day'
       from (${marked('used')}) as used`,
      values,
    );
  }

  /**
   * Gives each person and team the groups Work, Work/Mail, Work/Mail/Old, Home and Home/Mail. Puts
   * half of the prompts into a group of their library. Makes every fifth a fork of any other prompt.
   */
  async #groupAndForkSome(): Promise<void> {
    await this.#test.sql(
      `insert into public.groups (name, user_id, team_id)
       select name, person, team from unnest('{Work,Home}'::text[]) name, (
         select person, null::uuid as team from unnest($1::uuid[]) person
         union all select null, team from unnest($2::uuid[]) team
       ) library`,
      [this.people, this.#teams],
    );
    await this.#test.sql(
      `insert into public.groups (name, user_id, team_id, parent_id)
       select 'Mail', g.user_id, g.team_id, g.id from public.groups g
       where g.user_id = any ($1) or g.team_id = any ($2)`,
      [this.people, this.#teams],
    );
    await this.#test.sql(
      `insert into public.groups (name, user_id, team_id, parent_id)
       select 'Old', g.user_id, g.team_id, g.id from public.groups g join public.groups above on above.id = g.parent_id
       where above.name = 'Work'`,
    );
    this.#groups = await this.#test.sql<{ id: string; user_id: string | null }>(
      'select id, user_id from public.groups where user_id = any ($1) or team_id = any ($2)',
      [this.people, this.#teams],
    );
    await this.#test.sql(
      `update public.prompts p set group_id = chosen.ids[1 + (hashtext('place' || p.id) & 2147483647) % cardinality(chosen.ids)]
       from (select coalesce(user_id, team_id) as library, array_agg(id order by id) as ids from public.groups group by 1) chosen
       where chosen.library = coalesce(p.team_id, p.user_id) and hashtext(p.id::text) % 2 = 0`,
    );
    await this.#test.sql(
      `with numbered as (select id, row_number() over (order by id) as n from public.prompts)
       update public.prompts p set forked_from = source.id
       from numbered fork join numbered source on source.n = fork.n / 2 + 1
       where p.id = fork.id and fork.n % 5 = 0`,
    );
  }

  /** Shares every third prompt with a person, some of whom haven't accepted, or lost it again. */
  async #shareSome(): Promise<void> {
    await this.#test.sql(
      `insert into public.prompt_shares (prompt_id, role, email, user_id, invited_by, first_version, state)
       select p.id, 'viewer', reader || '@example.com', case when state <> 'pending' then reader end, p.user_id, 1, state
       from public.prompts p, lateral (
         select ($1::uuid[])[1 + (hashtext('reader' || p.id) & 2147483647) % cardinality($1::uuid[])],
           (array['accepted', 'accepted', 'accepted', 'pending', 'revoked', 'declined'])[
             1 + (hashtext('state' || p.id) & 2147483647) % 6]
       ) as chosen (reader, state)
       where hashtext('shared' || p.id) % 3 = 0 and reader <> p.user_id`,
      [this.people],
    );
  }

  /** Takes a prompt down, and lets people hide authors. */
  async #hideSome(): Promise<void> {
    const [{ id: shame } = { id: '' }] = await this.#test.sql<{ id: string }>(
      'select id from public.prompts where is_public and deleted_at is null order by title limit 1',
    );
    await this.#test.sql(`select public.take_down_prompt($1, 'Not for the public')`, [shame]);
    const third = Math.floor(this.people.length / 3);
    const hiding = this.people.slice(0, third);
    await this.#test.sql(
      `insert into public.hidden_authors (user_id, author_id) select * from unnest($1::uuid[], $2::uuid[])`,
      [hiding, hiding.map(() => pick(this.people.slice(third), this.#next()))],
    );
  }

  /** Changes texts and states of existing prompts, and removes people from teams. */
  async #changeSome(): Promise<void> {
    await this.#test.sql(
      `update public.prompts set is_public = not is_public, content = content || ' poem'
       where hashtext(title) % 6 = 0 and id not in (select prompt_id from public.takedowns)`,
    );
    await this.#test.sql(
      `delete from public.team_members where hashtext(user_id::text) % 9 = 0 and role <> 'owner'`,
    );
  }
}

/** Indexes all words, so that every person has a word list and the queue is empty. */
export async function readAll(test: TestDatabase): Promise<unknown> {
  await test.sql('select public.read_search_queue(null, 1)');
  const [read] = await test.sql(
    `select (select count(distinct partition_id)::integer from private.search_words) > 24 as has_lists,
       (select count(*)::integer from private.search_queue) as queued`,
  );
  return read;
}

/**
 * Changes titles, texts, states and teams of many prompts. Returns how many are queued for
 * indexing.
 */
export async function changeMany(test: TestDatabase): Promise<unknown> {
  await test.sql(
    `update public.prompts set title = 'Travel', content = split_part(content, ' ', 1), is_public = not is_public, tags = '{Red}'
     where hashtext(content) % 5 = 0 and id not in (select prompt_id from public.takedowns)`,
  );
  await test.sql(`update public.prompts set deleted_at = now() where hashtext(title) % 11 = 0`);
  await test.sql(
    `update public.prompts set team_id = null where hashtext(id::text) % 7 = 0 and team_id is not null`,
  );
  const [{ queued } = {}] = await test.sql(
    'select count(*)::integer as queued from private.search_queue',
  );
  return queued;
}
