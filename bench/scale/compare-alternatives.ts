import { Client, type ClientConfig } from 'pg';
import { startLite } from '../lite.ts';
import { connectAs, deepPage, readCursor } from './measure-cases.ts';
import { measure } from './measure.ts';
import { sampleCommunity } from './sample-queries.ts';

const kinds = ['common', 'two words', 'five words', 'rare', 'absent', 'mistyped'] as const;
/** Few, since a search takes seconds without Cuebook's indexes. */
const alternativeRuns = 2;

const feedSql = `select * from public.community_feed('latest', $1, null, 20)`;

/** Returns a search by ILIKE: a page, and an exact count, of prompts with each word in a column. */
function ilikeSql(words: readonly string[]): string {
  const where = ['is_public', 'deleted_at is null']
    .concat(
      words.map(
        (_, index) =>
          `(title ilike $${index + 1} or description ilike $${index + 1} or content ilike $${index + 1})`,
      ),
    )
    .join(' and ');
  return `with page as materialized (select * from public.prompts where ${where} order by created_at desc limit 20)
    select (select count(*) from public.prompts where ${where}), (select count(*) from page)`;
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function measureLite(port: number, token: string, path: string): Promise<number> {
  return measureMs(async () => {
    const response = await fetch(`http://127.0.0.1:${port}/rest/v1/prompts?${path}`, {
      headers: { apikey: 'none', authorization: `Bearer ${token}`, prefer: 'count=exact' },
      signal: AbortSignal.timeout(120_000),
    });
    if (!response.ok)
      throw new Error(`@supabase/lite returned ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  });
}

/**
 * Measures the same searches and pages in Cuebook, by ILIKE over three columns with an exact count,
 * and in @supabase/lite, which counts as well. Returns a table in milliseconds.
 */
export async function compareAlternatives(
  login: ClientConfig,
  prompts: number,
): Promise<string[][]> {
  const admin = new Client(login);
  await admin.connect();
  const reader = await connectAs(login, 2);
  const lite = await startLite({ host: login.host ?? '', port: login.port ?? 5432 });
  const token = lite.keys.tokens[1] ?? '';
  const cells = (name: string, ...times: number[]) => [
    name,
    ...times.map((time) => time.toFixed(1)),
  ];
  try {
    const queries = await sampleCommunity(admin, prompts);
    const rows: string[][] = [['community', 'Cuebook ms', 'ILIKE + count ms', '@supabase/lite ms']];
    for (const kind of kinds) {
      const alternativeQueries = (queries[kind] ?? []).slice(0, alternativeRuns);
      const { p50 } = await measure(
        reader,
        kind,
        feedSql,
        (queries[kind] ?? []).map((query) => [query]),
      );
      const ilikeTimes: number[] = [];
      const liteTimes: number[] = [];
      for (const query of alternativeQueries) {
        const words = query.split(' ');
        ilikeTimes.push(
          await measureMs(() =>
            admin.query(
              ilikeSql(words),
              words.map((word) => `%${word}%`),
            ),
          ),
        );
        const conditions = words.map(
          (word) =>
            `or(${['title', 'description', 'content'].map((name) => `${name}.ilike.*${word}*`).join(',')})`,
        );
        liteTimes.push(
          await measureLite(
            lite.port,
            token,
            `select=*&is_public=eq.true&deleted_at=is.null&and=(${conditions.join(',')})&order=created_at.desc&limit=20`,
          ),
        );
      }
      rows.push(cells(kind, p50, Math.min(...ilikeTimes), Math.min(...liteTimes)));
    }
    const page = deepPage(prompts);
    for (const offset of [0, page * 20]) {
      const cursor = await readCursor(admin, 'latest', offset);
      const { p50 } = await measure(
        reader,
        'page',
        `select * from public.community_feed('latest', '', $1, 20)`,
        [[cursor]],
      );
      const pageSql = `with page as materialized (
          select * from public.prompts where is_public and deleted_at is null order by created_at desc offset ${offset} limit 20)
        select (select count(*) from public.prompts where is_public and deleted_at is null), (select count(*) from page)`;
      const ilikeTime = await measureMs(() => admin.query(pageSql));
      const path = `select=*&is_public=eq.true&deleted_at=is.null&order=created_at.desc&limit=20&offset=${offset}`;
      rows.push(
        cells(
          `page ${offset === 0 ? 1 : page}`,
          p50,
          ilikeTime,
          await measureLite(lite.port, token, path),
        ),
      );
    }
    return rows;
  } finally {
    await lite.stop();
    await reader.end();
    await admin.end();
  }
}
