import type { Client } from 'pg';
import { personId } from '../seed-ids.ts';

/** Search queries by kind, enough that no run repeats another's query. */
interface Queries {
  readonly [kind: string]: readonly string[];
}

const runs = 50;

/**
 * Picks queries by word frequency from a sample of `share` percent of prompt_search. `column` is
 * the searched column and `where` limits the rows. The words of a query occur together in a prompt,
 * as words that a person remembers do.
 */
async function sampleQueries(
  client: Client,
  column: 'community_text' | 'library_text',
  where: string,
  share: number,
): Promise<Queries> {
  const { rows } = await client.query<{ kind: string; words: string[] }>(
    `with sample as materialized (
       select prompt_id, array(
         select distinct word from regexp_split_to_table(left(s.${column}, 3000), '[^a-z]+') word where length(word) >= 4
       ) as words
       from public.prompt_search s tablesample system (${share}) repeatable (7) where ${where} limit 20000
     ), counted as materialized (
       select word, count(*)::real / (select count(*) from sample) as part, count(*) as rows
       from sample, unnest(words) word group by word
     ), together as (
       select prompt_id, array_agg(word order by md5(word)) as words
       from (
         select prompt_id, word from sample, unnest(words) word join counted using (word) where part < 0.2
       ) w
       group by prompt_id having count(*) >= 5 order by md5(prompt_id::text) limit ${runs}
     ), chosen (kind, word, priority) as (
       select 'common', word, -part from counted where part > 0.02
       union all select 'now and then', word, abs(part - 0.002) from counted where length(word) between 5 and 12
       union all select 'rare', word, hashtext(word) from counted where rows = 1 and length(word) between 5 and 12
       union all select 'mistyped', overlay(word placing 'q' from 4 for 1), hashtext(word)
         from counted where rows between 3 and 200 and length(word) between 7 and 12
       union all select 'absent', reverse(word) || left(word, 2), hashtext(word) from counted where rows > 1 and length(word) between 7 and 10
       union all select 'two words', array_to_string(words[1:2], ' '), hashtext(prompt_id::text) from together
       union all select 'five words', array_to_string(words[1:5], ' '), hashtext(prompt_id::text) from together
       union all select 'two words, one mistyped',
         words[1] || ' ' || overlay(words[2] placing 'q' from 3 for 1), hashtext(prompt_id::text) from together
       union all select 'five words, one mistyped',
         array_to_string(words[1:4], ' ') || ' ' || overlay(words[5] placing 'q' from 3 for 1), hashtext(prompt_id::text)
         from together
       union all select 'two common words', a.word || ' ' || b.word, hashtext(a.word || b.word)
         from counted a join counted b on a.word < b.word where a.part > 0.02 and b.part > 0.02
     ), numbered as (
       select kind, word, row_number() over (partition by kind order by priority, word) as number from chosen
     )
     select kind, array_agg(word order by number) as words from numbered where number <= ${runs} group by kind order by 1`,
  );
  return {
    ...Object.fromEntries(rows.map(({ kind, words }) => [kind, words])),
    'two letters': ['zq', 'qx', 'jz', 'an', 'st'],
  };
}

/** Picks queries from the library of the first person. */
export const sampleLibrary = (client: Client): Promise<Queries> =>
  sampleQueries(client, 'library_text', `user_id = '${personId(1)}'`, 100);

/** Picks queries from the community of a database of `prompts` prompts. */
export const sampleCommunity = (client: Client, prompts: number): Promise<Queries> =>
  sampleQueries(client, 'community_text', 'is_public', Math.min(100, 2_000_000 / prompts));
