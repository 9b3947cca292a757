import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { connection } from '#web/data/backend/connection.ts';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import {
  resolveIncludes,
  type IncludedText,
  type IncludedTexts,
  toIncludedTexts,
} from '#templating/expand-includes.ts';
import { formatReference, referenceKeys } from '#templating/references.ts';
import { readInParts } from '#web/lib/values/read-in-parts.ts';
import { findListedPrompt } from '#web/data/prompts/listed-prompt.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';

const minutes = 60_000;

/** Longer requests are sent with a body, and not stored for reading offline. */
const maxKeysInUrl = 50;

const noIncludedTexts: IncludedTexts = new Map();

/** The texts that a content includes, and those in them, in one request. */
export function includedTextsQuery(content: string) {
  const keys = referenceKeys(content);
  return queryOptions({
    queryKey: queryKeys.prompts.included(keys),
    queryFn: ({ client, signal }) => readIncludedTexts(keys, client, signal),
    staleTime: 5 * minutes,
  });
}

/**
 * Returns the texts that a content includes; null while they are loading. A text that can't be
 * read is a gap.
 */
export function useIncludedTexts(content: string): IncludedTexts | null {
  const query = includedTextsQuery(content);
  const { data, isError } = useQuery({ ...query, enabled: content.includes('{{>') });
  if (!content.includes('{{>') || isError) return noIncludedTexts;
  return data ?? null;
}

/** Returns a content as it is copied: with the texts that it includes. */
export async function resolveContent(client: QueryClient, content: string): Promise<string> {
  if (!content.includes('{{>')) return content;
  return resolveIncludes(content, await client.fetchQuery(includedTextsQuery(content)));
}

/**
 * Returns the titles of private prompts that a content includes, also by way of others. `published`
 * are the ids of those that become public together with it.
 */
export async function privateTitles(
  client: QueryClient,
  content: string,
  published: readonly string[] = [],
): Promise<string[]> {
  const texts = await client.fetchQuery({ ...includedTextsQuery(content), staleTime: 0 });
  const titles = [...texts.values()].flatMap(({ id, isPublic, content: text, title }) =>
    isPublic || text === null || title === null || published.includes(id) ? [] : [title],
  );
  return [...new Set(titles)];
}

/** As many titles as fit into a URL. */
const titlesPerRequest = 10;

/** Returns references to the person's prompts with these titles, where only one has the title. */
export async function referencesByTitle(
  userId: string,
  titles: readonly string[],
): Promise<string[]> {
  const rows = await readInParts(
    titles,
    async (part) => {
      const request = db.from('prompts').select('id, title').eq('user_id', userId);
      return unwrap(await request.is('deleted_at', null).in('title', part));
    },
    titlesPerRequest,
  );
  return [...Map.groupBy(rows, ({ title }) => title).values()].flatMap((named) =>
    named.length === 1 ? named.map(({ id }) => formatReference(id)) : [],
  );
}

async function readIncludedTexts(
  keys: readonly string[],
  client: QueryClient,
  signal: AbortSignal,
): Promise<IncludedTexts> {
  if (keys.length === 0) return noIncludedTexts;
  try {
    const rows = unwrap(
      await db
        .rpc('included_texts', { refs: [...keys] }, { get: keys.length <= maxKeysInUrl })
        .abortSignal(signal),
    );
    return toIncludedTexts(rows);
  } catch (reason) {
    if (connection.isOffline()) return cachedTexts(keys, client);
    throw reason;
  }
}

/** Offline: returns the latest texts of prompts that are cached. */
function cachedTexts(keys: readonly string[], client: QueryClient): IncludedTexts {
  const texts = new Map<string, IncludedText>();
  const due = [...keys];
  for (let key = due.pop(); key !== undefined; key = due.pop()) {
    const detail = client.getQueryData<PromptDetail>(queryKeys.prompts.detail(key));
    const prompt = detail ?? findListedPrompt(client, key);
    if (prompt === null || texts.has(key)) continue;
    const { id, version, title, content, isPublic } = prompt;
    texts.set(key, { id, version, title, content, isPublic, gap: null });
    due.push(...referenceKeys(content));
  }
  return texts;
}
