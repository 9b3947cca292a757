import { ownerOf, personIdPrefix, promptIdPrefix } from './seed-ids.ts';
import { promptText } from './prompt-text.ts';

/**
 * A request as the page sends it. `{person}`, `{prompt}` and `{fresh}` stand for twelve digits that
 * differ between requests, on both sides of the comparison.
 */
export interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body: string | null;
  readonly status: number;
  /** A query that counts the rows an operation adds, one per run; null if it only reads. */
  readonly counter: string | null;
}

const content = promptText(4_242).content;
const sentences = `${content.slice(0, 1_200)}\nEdition {fresh}.`;

export const operations: readonly Operation[] = [
  {
    name: 'read',
    method: 'GET',
    path: `/rest/v1/prompts?select=*,favorites(user_id)&user_id=eq.${personIdPrefix}{person}&deleted_at=is.null&order=created_at.desc&limit=20`,
    body: null,
    status: 200,
    counter: null,
  },
  {
    name: 'insert',
    method: 'POST',
    path: '/rest/v1/prompts?select=id',
    body: JSON.stringify({
      title: 'Plan a week of posts for {{product}}',
      content: sentences,
      description: 'For a small team without an editor.',
      tags: ['marketing', 'planning'],
      is_public: false,
    }),
    status: 201,
    counter: 'select count(*) from public.prompts',
  },
  {
    name: 'update',
    method: 'PATCH',
    path: `/rest/v1/prompts?id=eq.${promptIdPrefix}{prompt}&select=id`,
    body: JSON.stringify({ content: sentences, change_description: 'Shorter' }),
    status: 200,
    counter: 'select count(*) from public.prompt_versions',
  },
];

export const placeholder = /\{(person|prompt|fresh)\}/g;
export type Placeholder = 'person' | 'prompt' | 'fresh';

/** Numbers that occur nowhere else, so that they can be found in the captured statements. */
export const sample: Readonly<Record<Placeholder, number>> = {
  prompt: 54_776,
  person: ownerOf(54_776),
  fresh: 987_654_321_012,
};

/** Returns the headers that a browser sends besides key and token. */
export const requestHeaders = (operation: Operation): Readonly<Record<string, string>> => ({
  Accept: '*/*',
  'Accept-Language': 'en-GB,en;q=0.9',
  ...(operation.method === 'GET'
    ? { 'Accept-Profile': 'public' }
    : {
        'Content-Type': 'application/json',
        'Content-Profile': 'public',
        Prefer: 'return=representation',
      }),
  'User-Agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'X-Client-Info': 'supabase-js-web/2',
});
