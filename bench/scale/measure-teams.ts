import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client, ClientConfig } from 'pg';
import { insertPrompts } from '../insert-prompts.ts';
import { promptText } from '../prompt-text.ts';
import { aligned, machineLoad } from '../report.ts';
import { insertPeople } from '../seed.ts';
import { groupId, personId, promptId } from '../seed-ids.ts';
import { startServer, superuserOf } from '../server-process.ts';
import { withClient } from '../with-client.ts';
import { searchRowsSql, statsSql, versionsSql } from './derived-rows.ts';
import { bulkSettings, filledTables } from './fill-database.ts';
import { fillSearchWords } from './fill-search-words.ts';
import { measure } from './measure.ts';
import { connectAs } from './measure-cases.ts';
import { withoutIndexes } from './without-indexes.ts';

export interface TeamsOptions {
  /** Prompts in the own library, and as many in the team. */
  readonly prompts: number;
}

const memberCount = 5_000;
const teamCount = 1_000;
/** Members who own prompts of the team: the owner of the team, and editors. */
const authorCount = 50;
const batch = 2_000;
const firstDay = Date.UTC(2025, 0, 1);

/** Ids of teams have the form of ids of groups. */
const teamId = groupId;
const team = teamId(1);

/** Numbers of people. 1 is in no team; 10 to 58 are editors, all others viewers of the team. */
const people = { library: 1, owner: 2, editor: 10, viewer: 4, 'viewer, 1,000 teams': 3 } as const;
type PersonName = keyof typeof people;

const ownerOfTeamPrompt = (number: number) =>
  [people.owner, ...Array.from({ length: authorCount - 1 }, (_, n) => people.editor + n)][
    number % authorCount
  ] ?? people.owner;

async function storeLibrary(client: Client, prompts: number, inTeam: boolean): Promise<void> {
  const first = inTeam ? prompts : 0;
  for (let from = 0; from < prompts; from += batch) {
    const rows = Array.from({ length: Math.min(batch, prompts - from) }, (_, index) => {
      const number = from + index;
      const { title, content, description, tags } = promptText(number);
      const time = new Date(firstDay + number * 60_000).toISOString();
      return {
        id: promptId(first + number),
        title,
        content: content.slice(0, 300),
        description,
        tags,
        user_id: personId(inTeam ? ownerOfTeamPrompt(number) : people.library),
        team_id: inTeam ? team : null,
        shared_version: inTeam ? 1 : null,
        created_at: time,
        updated_at: time,
      };
    });
    await insertPrompts(client, rows);
  }
}

const activitySql = `
  insert into public.team_activity (team_id, action, actor_id, prompt_id, version_number, title, created_at)
  select team_id, 'prompt_added', user_id, id, 1, title, created_at
  from public.prompts where team_id is not null and id between $1 and $2`;

/** Proposals of viewers to every sixteenth prompt, each fourth of them answered. */
const proposalsSql = `
  insert into public.proposals (prompt_id, author_id, base_version, base_title, base_content, base_tags,
    title, content, tags, state, answered_at)
  select p.id, ($3::uuid[])[1 + number % cardinality($3)], 1, p.title, p.content, p.tags, p.title, p.content || '.', p.tags,
    case when number % 4 = 0 then 'declined' else 'open' end, case when number % 4 = 0 then now() end
  from (
    select *, row_number() over (order by id) as number from public.prompts
    where id between $1 and $2 and right(id::text, 1) = '0'
  ) p`;

/** Creates a large team, others of which one viewer is a member, and a library of the same size. */
async function seed(login: ClientConfig, prompts: number): Promise<void> {
  await withClient(login, async (client) => {
    await client.query(bulkSettings);
    await insertPeople(client, memberCount + 1);
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into public.teams (id, name) select id, 'Team ' || number from unnest($1::uuid[]) with ordinality teams (id, number)`,
      [Array.from({ length: teamCount }, (_, number) => teamId(number + 1))],
    );
    const members = Array.from({ length: memberCount }, (_, index) => index + 2);
    const isEditor = (number: number) =>
      number >= people.editor && number < people.editor + authorCount - 1;
    const roleOf = (number: number) =>
      number === people.owner ? 'owner' : isEditor(number) ? 'editor' : 'viewer';
    await client.query(
      `insert into public.team_members (team_id, user_id, role, accepted_role)
       select $1, person, role, role from unnest($2::uuid[], $3::text[]) member (person, role)
       union all
       select id, $4, 'viewer', 'viewer' from public.teams where id <> $1`,
      [team, members.map(personId), members.map(roleOf), personId(people['viewer, 1,000 teams'])],
    );
    const runPart = async (_: string, work: () => Promise<unknown>) => void (await work());
    await withoutIndexes(client, filledTables, runPart, async () => {
      for (const inTeam of [false, true]) await storeLibrary(client, prompts, inTeam);
      const allPrompts = [promptId(0), promptId(2 * prompts - 1)];
      for (const statement of [versionsSql, statsSql, searchRowsSql, activitySql]) {
        await client.query(statement, allPrompts);
      }
      await client.query(proposalsSql, [
        ...allPrompts,
        members.slice(people.editor + authorCount).map(personId),
      ]);
    });
    await client.query('set session_replication_role = default');
    await client.query('analyze public.prompt_search');
    await withClient(login, (other) =>
      fillSearchWords([client, other], { prompts: 2 * prompts, indexed: 0 }),
    );
    await client.query('vacuum analyze');
  });
}

const columns = `id, title, left(content, 300) as preview, description, tags, is_public, version, user_id, team_id, group_id, created_at, updated_at`;

interface Case {
  readonly name: string;
  /** The statement, in which {place} is the condition of the own library or of the team. */
  readonly statement: string;
  readonly values: readonly (readonly string[])[];
  /** Whether viewers are refused. */
  readonly writes?: boolean;
  /** Whether it has no counterpart in a library. */
  readonly ofTeam?: boolean;
}

function casesFor(prompts: number): readonly Case[] {
  const list = `select ${columns} from prompts where {place} and deleted_at is null`;
  const newest = 'order by created_at desc, id desc limit 30';
  const middle = new Date(firstDay + (prompts / 2) * 60_000).toISOString();
  const search = `select * from search_prompts($1, {scope}, null, null, 30)`;
  return [
    { name: 'newest 30', statement: `${list} ${newest}`, values: [[]] },
    {
      name: '30 from the middle',
      statement: `${list} and created_at < $1 ${newest}`,
      values: [[middle]],
    },
    {
      name: 'count',
      statement: `select count(*) from prompts where {place} and deleted_at is null`,
      values: [[]],
    },
    { name: 'search, frequent word', statement: search, values: [['paragraph'], ['review']] },
    {
      name: 'search, two words',
      statement: search,
      values: [['polite answer'], ['travel planner']],
    },
    { name: 'search, rare word', statement: search, values: [['4242'], ['31337']] },
    { name: 'search, typo', statement: search, values: [['paragrahp'], ['reveiw']] },
    {
      name: 'save a prompt',
      statement: `update prompts set content = content || '.' where id = $1 returning id`,
      values: [['{prompt}']],
      writes: true,
    },
    {
      name: 'members',
      // Embeds profiles as /rest/v1 does: after the limit.
      statement: `select m.*, p.* from (
          select user_id, role, accepted_role, created_at from team_members
          where team_id = '${team}' order by created_at, user_id limit 50
        ) m left join lateral (
          select full_name, avatar_url from profiles where id = m.user_id limit 1
        ) p on true`,
      values: [[]],
      ofTeam: true,
    },
    {
      name: 'activity',
      statement: `select * from team_activity where team_id = '${team}' order by id desc limit 50`,
      values: [[]],
      ofTeam: true,
    },
    {
      name: 'open proposals, counted',
      statement: 'select count_open_proposals()',
      values: [[]],
    },
    {
      name: 'open proposals',
      statement: `select * from my_proposals('review')`,
      values: [[]],
    },
    {
      name: 'own teams',
      statement: `select m.team_id, m.role, t.name from team_members m join teams t on t.id = m.team_id
        where m.user_id = auth.uid() order by m.team_id limit 1000`,
      values: [[]],
      ofTeam: true,
    },
  ];
}

/** Returns the 8 kB pages that a statement reads, from the cache or not. */
async function readBlocks(
  client: Client,
  statement: string,
  values: readonly string[],
): Promise<number> {
  const { rows } = await client.query<{
    'QUERY PLAN': readonly { Plan: Record<string, number> }[];
  }>(`explain (analyze, buffers, format json) ${statement}`, [...values]);
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

/** Measures lists, searches and saves in a large team and in an own library of the same size. */
export async function measureTeams({ prompts }: TeamsOptions): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cuebook-bench-teams-'));
  const server = await startServer(dataDir, 'warn');
  try {
    const login = superuserOf(dataDir);
    const begun = performance.now();
    console.log(`Creating a library and a team of ${prompts} prompts each …`);
    await seed(login, prompts);
    console.log(
      `Seeded after ${Math.round((performance.now() - begun) / 1_000)} s, ${machineLoad()}`,
    );
    const names = Object.keys(people) as PersonName[];
    const clients = await Promise.all(names.map((name) => connectAs(login, people[name])));
    const table = [['', ...names]];
    for (const each of casesFor(prompts)) {
      const cells: string[] = [];
      for (const [index, name] of names.entries()) {
        const client = clients[index];
        const isLibrary = name === 'library';
        const isRefused = each.writes === true && name.startsWith('viewer');
        if (client === undefined || isRefused || (isLibrary && each.ofTeam === true)) {
          cells.push('');
          continue;
        }
        const prompt = promptId(isLibrary ? 0 : prompts);
        const statement = each.statement
          .replace(
            '{place}',
            isLibrary ? `user_id = '${personId(people.library)}'` : `team_id = '${team}'`,
          )
          .replace('{scope}', isLibrary ? `'library'` : `'team:${team}'`);
        const values = each.values.map((list) =>
          list.map((value) => value.replace('{prompt}', prompt)),
        );
        const { p50, cost50 } = await measure(client, each.name, statement, values, 20);
        const blocks = await readBlocks(client, statement, values[0] ?? []);
        cells.push(`${blocks}, ${cost50.toFixed(1)}, ${p50.toFixed(1)}`);
      }
      table.push([each.name, ...cells]);
      console.log(`${each.name}: ${cells.join(' | ')}`);
    }
    await Promise.all(clients.map((client) => client.end()));
    console.log(`\nPages, CPU ms, ms:\n${aligned(table)}`);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
