import { PostgrestClient, type PostgrestSingleResponse } from '@supabase/postgrest-js';
import { expectTypeOf, it } from 'vitest';
import type { Database, Tables } from '#contract/database.types.ts';

const db = new PostgrestClient<Database>('http://localhost:1/rest/v1');
type QueryData<Query> =
  Query extends PromiseLike<infer Response>
    ? Response extends { data: infer Data }
      ? NonNullable<Data>
      : never
    : never;

// The compiler checks these assertions.
it('the database types describe the embeds of prompts', () => {
  const query = db
    .from('prompts')
    .select('id, favorites(user_id), groups(id, name, description), prompt_versions(count)');
  expectTypeOf<QueryData<typeof query>>().toEqualTypeOf<
    {
      id: string;
      favorites: { user_id: string }[];
      groups: { id: string; name: string; description: string | null } | null;
      prompt_versions: { count: number }[];
    }[]
  >();
});

it('the database types describe favourites with prompts, and chains with steps', () => {
  const favourites = db.from('favorites').select('created_at, prompts!inner(id, title)');
  expectTypeOf<QueryData<typeof favourites>>().toEqualTypeOf<
    { created_at: string; prompts: { id: string; title: string } }[]
  >();
  const chains = db
    .from('chains')
    .select('title, chain_prompts(sequence_order, prompts(id, title, content))');
  expectTypeOf<QueryData<typeof chains>>().toEqualTypeOf<
    {
      title: string;
      chain_prompts: {
        sequence_order: number;
        prompts: { id: string; title: string; content: string } | null;
      }[];
    }[]
  >();
});

it('the database types describe parameters and results of functions', () => {
  const restored = db.rpc('restore_prompt_version', { prompt_id: 'x', version_number: 1 });
  expectTypeOf<Awaited<typeof restored>>().toEqualTypeOf<
    PostgrestSingleResponse<Database['public']['Tables']['prompts']['Row']>
  >();
  const found = db.rpc('search_prompts', { query: 'x' });
  expectTypeOf<QueryData<typeof found>[number]['group_name']>().toEqualTypeOf<string | null>();
});

it('the database types have the rows of tables and views', () => {
  type Schema = Database['public'];
  expectTypeOf<Tables<'prompts'>>().toEqualTypeOf<Schema['Tables']['prompts']['Row']>();
  expectTypeOf<Tables<'prompt_details_v'>>().toEqualTypeOf<
    Schema['Views']['prompt_details_v']['Row']
  >();
  // @ts-expect-error There is no such table.
  expectTypeOf<Tables<'films'>>().toBeAny();
});

it('the database types forbid writing generated columns', () => {
  type Insert = Database['public']['Tables']['chain_runs']['Insert'];
  expectTypeOf<Insert['step_count']>().toEqualTypeOf<undefined>();
});
