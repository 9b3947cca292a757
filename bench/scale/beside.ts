import { Client, type ClientConfig } from 'pg';
import { startLite } from '../lite.ts';
import { signedIn } from './cases.ts';
import { measure } from './measure.ts';
import { type Queries, queriesOf } from './words.ts';

const kinds = ['common', 'two words', 'five words', 'rare', 'absent', 'mistyped'] as const;
/** What is looked for takes seconds there. */
const runs = 2;

const ours = `select * from public.community_feed('latest', $1, null, 20)`;

/** A page and how many there are, each word in one of three columns: what an open collection of prompts asks its database. */
function likeEach(words: readonly string[]): string {
  const where = ['is_public', 'deleted_at is null']
    .concat(
      words.map(
        (_, at) =>
          `(title ilike $${at + 1} or description ilike $${at + 1} or content ilike $${at + 1})`,
      ),
    )
    .join(' and ');
  return `with page as materialized (select * from public.prompts where ${where} order by created_at desc limit 20)
    select (select count(*) from public.prompts where ${where}), (select count(*) from page)`;
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function askLite(port: number, token: string, path: string): Promise<number> {
  return milliseconds(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/rest/v1/prompts?${path}`, {
      headers: { apikey: 'none', authorization: `Bearer ${token}`, prefer: 'count=exact' },
      signal: AbortSignal.timeout(120_000),
    });
    if (!answer.ok)
      throw new Error(`@supabase/lite answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  });
}

/** The same searches and pages, in milliseconds: by ILIKE over three columns with an exact count, and by @supabase/lite, which counts too. */
export async function beside(login: ClientConfig, prompts: number): Promise<string[][]> {
  const admin = new Client(login);
  await admin.connect();
  const reader = await signedIn(login, 2);
  const lite = await startLite({ host: login.host ?? '', port: login.port ?? 5432 });
  const token = lite.keys.tokens[1] ?? '';
  const cells = (name: string, ...times: number[]) => [
    name,
    ...times.map((time) => time.toFixed(1)),
  ];
  try {
    const queries: Queries = await queriesOf(
      admin,
      'community_text',
      'is_public',
      Math.min(100, 2_000_000 / prompts),
    );
    const rows: string[][] = [['community', 'Cuebook ms', 'ILIKE + count ms', '@supabase/lite ms']];
    for (const kind of kinds) {
      const asked = (queries[kind] ?? []).slice(0, runs);
      const { p50 } = await measure(
        reader,
        kind,
        ours,
        (queries[kind] ?? []).map((query) => [query]),
      );
      const like: number[] = [];
      const lites: number[] = [];
      for (const query of asked) {
        const words = query.split(' ');
        like.push(
          await milliseconds(() =>
            admin.query(
              likeEach(words),
              words.map((word) => `%${word}%`),
            ),
          ),
        );
        const each = words.map(
          (word) =>
            `or(${['title', 'description', 'content'].map((name) => `${name}.ilike.*${word}*`).join(',')})`,
        );
        lites.push(
          await askLite(
            lite.port,
            token,
            `select=*&is_public=eq.true&deleted_at=is.null&and=(${each.join(',')})&order=created_at.desc&limit=20`,
          ),
        );
      }
      rows.push(cells(kind, p50, Math.min(...like), Math.min(...lites)));
    }
    const page = Math.min(5_000, Math.floor(prompts / 25));
    for (const offset of [0, page * 20]) {
      const { rows: at } = await admin.query<{ cursor: string }>(
        `select jsonb_build_object('key', created_at, 'id', prompt_id, 'as_of', now(), 'forgiving', false)::text as cursor
         from public.prompt_search where is_public and not is_template order by created_at desc, prompt_id desc offset $1 limit 1`,
        [offset],
      );
      const cursor = offset === 0 ? null : (at[0]?.cursor ?? null);
      const { p50 } = await measure(
        reader,
        'page',
        `select * from public.community_feed('latest', '', $1, 20)`,
        [[cursor]],
      );
      const shape = `with page as materialized (
          select * from public.prompts where is_public and deleted_at is null order by created_at desc offset ${offset} limit 20)
        select (select count(*) from public.prompts where is_public and deleted_at is null), (select count(*) from page)`;
      const like = await milliseconds(() => admin.query(shape));
      const path = `select=*&is_public=eq.true&deleted_at=is.null&order=created_at.desc&limit=20&offset=${offset}`;
      rows.push(
        cells(`page ${offset === 0 ? 1 : page}`, p50, like, await askLite(lite.port, token, path)),
      );
    }
    return rows;
  } finally {
    await lite.stop();
    await reader.end();
    await admin.end();
  }
}
