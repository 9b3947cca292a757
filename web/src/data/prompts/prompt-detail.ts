import { queryOptions } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { isUuid } from '#contract/uuid.ts';
import { pickStrings } from '#web/lib/text/pick-strings.ts';
import { db } from '#web/data/backend/client.ts';
import { DataError, toDataError, unwrap } from '#web/data/backend/data-error.ts';
import { connection } from '#web/data/backend/connection.ts';
import { findListedPrompt } from './listed-prompt.ts';
import { fromReadable, previewOf, toPrompt, type PromptDetail } from './prompt.ts';
import { storedSession } from '#web/data/session/stored-session.ts';
import { hasQueuedSaves } from '#web/data/outbox/outbox-events.ts';
import { queuedValues } from '#web/data/outbox/outbox-store.ts';
import { queryKeys } from '#web/data/query-keys.ts';

const minutes = 60_000;

const detailColumns = `
  id, title, content, description, tags, is_public, version, user_id, team_id, group_id, created_at, updated_at,
  deleted_at, is_template, template_category, category, icon, forked_from, forked_from_version, group_name, share_role, is_shared,
  favorites(user_id), prompt_uses(used_at, uses, last_values), prompt_versions(count),
  prompt_stats(forks_count, comments_count), takedowns(reason, created_at)`;

/**
 * A prompt of the person or their team, or a public one. Throws 'Prompt not found' when there is
 * none.
 */
export function promptQuery(id: string | undefined) {
  return queryOptions({
    queryKey: queryKeys.prompts.detail(id ?? ''),
    queryFn: async ({ client, signal }) => {
      const prompt = await readPrompt(id, signal).catch((reason: unknown) => {
        // Offline: use the prompt of a cached list.
        const listed = connection.isOffline() ? findListedPrompt(client, id) : null;
        return listed ?? Promise.reject(toDataError(reason));
      });
      return withQueuedSaves(prompt);
    },
    staleTime: 5 * minutes,
    gcTime: 30 * minutes,
    retry: false,
  });
}

/** Applies the queued saves to a prompt, so that their author sees them after a reload, too. */
function withQueuedSaves(prompt: PromptDetail): PromptDetail {
  const userId = storedSession()?.user.id;
  if (userId === undefined || !hasQueuedSaves(userId)) return prompt;
  const queued = queuedValues(userId, prompt.id, prompt.version);
  if (queued === null) return prompt;
  const { values, saveBase } = queued;
  return { ...prompt, ...values, preview: previewOf(values.content), saveBase };
}

/** Reads a prompt without the query cache. */
export async function readPrompt(
  id: string | undefined,
  signal?: AbortSignal,
  source: typeof db = db,
): Promise<PromptDetail> {
  if (!id) throw new DataError(messages.prompts.idRequired, { status: 400 });
  if (!isUuid(id)) throw new DataError(messages.prompts.notFound, { status: 404 });
  let request = source.from('readable_prompts').select(detailColumns).eq('id', id);
  if (signal) request = request.abortSignal(signal);
  const row = unwrap(await request.maybeSingle());
  if (!row) throw new DataError(messages.prompts.notFound, { status: 404 });
  return {
    ...toPrompt(fromReadable(row)),
    shareRole: row.share_role,
    isShared: row.is_shared,
    versionCount: row.prompt_versions[0]?.count ?? 0,
    forksCount: row.prompt_stats?.forks_count ?? 0,
    commentsCount: row.prompt_stats?.comments_count ?? 0,
    useCount: row.prompt_uses[0]?.uses ?? 0,
    saveBase: row.version,
    takedown: row.takedowns && { reason: row.takedowns.reason, at: row.takedowns.created_at },
    lastValues: pickStrings(row.prompt_uses[0]?.last_values),
  };
}
