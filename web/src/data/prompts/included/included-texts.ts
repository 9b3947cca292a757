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

/** Those who get to see a text that includes others. */
interface Audience {
  /** The prompts that they get to see together with it. */
  readonly together?: readonly string[];
  /** The team that they are; null for everybody. */
  readonly teamId?: string | null;
}

/**
 * Returns the titles of prompts that a content includes, also by way of others, and that its audience
 * can't see: private ones that aren't the team's.
 */
export async function privateTitles(
  client: QueryClient,
  content: string,
  { together = [], teamId = null }: Audience = {},
): Promise<string[]> {
  const texts = await client.fetchQuery({ ...includedTextsQuery(content), staleTime: 0 });
  const hidden = privateTexts(texts).filter(({ id }) => !together.includes(id));
  const seen = new Set(
    teamId === null
      ? []
      : await selectTeamPrompts(
          hidden.map(({ id }) => id),
          teamId,
        ),
  );
  return hidden.filter(({ id }) => !seen.has(id)).map(({ title }) => title);
}

export function privateTexts(
  texts: IncludedTexts,
): { readonly id: string; readonly title: string }[] {
  return [...texts.values()].flatMap(({ id, isPublic, content, title }) =>
    isPublic || content === null || title === null ? [] : [{ id, title }],
  );
}

/** Returns which of some prompts are a team's. */
async function selectTeamPrompts(ids: readonly string[], teamId: string): Promise<string[]> {
  const rows = await readInParts(ids, async (part) =>
    unwrap(await db.from('prompts').select('id').eq('team_id', teamId).in('id', part)),
  );
  return rows.map(({ id }) => id);
}

/** As many titles as fit into a URL. */
const titlesPerRequest = 10;

/**
 * Returns references to prompts of a team, or else of the person, with these titles, where only one
 * has the title.
 */
export async function referencesByTitle(
  titles: readonly string[],
  { userId, teamId }: { readonly userId: string; readonly teamId: string | null },
): Promise<string[]> {
  const rows = await readInParts(
    titles,
    async (part) => {
      const request = db.from('prompts').select('id, title').is('deleted_at', null);
      const library =
        teamId === null ? request.eq('user_id', userId) : request.eq('team_id', teamId);
      return unwrap(await library.in('title', part));
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
