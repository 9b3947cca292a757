import { ownerOf, personPrefix, promptPrefix } from './people.ts';
import { promptText } from './texts.ts';

/**
 * Requests as the page sends them. `{person}`, `{prompt}` and `{fresh}` stand for twelve digits that
 * differ from request to request, on both sides of the comparison.
 */
export interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body: string | null;
  readonly status: number;
  /** Counts rows; each run of the operation adds one. null: it only reads. */
  readonly counter: string | null;
}

const content = promptText(4_242).content;
const sentences = `${content.slice(0, 1_200)}\nEdition {fresh}.`;

export const operations: readonly Operation[] = [
  {
    name: 'read',
    method: 'GET',
    path: `/rest/v1/prompts?select=*,favorites(user_id)&user_id=eq.${personPrefix}{person}&deleted_at=is.null&order=created_at.desc&limit=20`,
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
    path: `/rest/v1/prompts?id=eq.${promptPrefix}{prompt}&select=id`,
    body: JSON.stringify({ content: sentences, change_description: 'Shorter' }),
    status: 200,
    counter: 'select count(*) from public.prompt_versions',
  },
];

export const placeholder = /\{(person|prompt|fresh)\}/g;
export type Placeholder = 'person' | 'prompt' | 'fresh';

/** Numbers that occur nowhere else, so that they are found again in what the server sends. */
export const sample: Readonly<Record<Placeholder, number>> = {
  prompt: 54_776,
  person: ownerOf(54_776),
  fresh: 987_654_321_012,
};

/** What a browser sends beside the key and the token. */
export const headersOf = (operation: Operation): Readonly<Record<string, string>> => ({
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
