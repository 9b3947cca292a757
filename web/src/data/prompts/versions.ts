import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Tables } from '#contract/database.types.ts';
import { limits } from '#contract/limits.ts';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { refreshPrompt } from './prompt-mutations.ts';
import type { PromptValues } from './prompt-values.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** An earlier or current state of a prompt. */
export interface PromptVersion extends PromptValues {
  readonly id: string;
  readonly version: number;
  readonly changeDescription: string;
  readonly createdBy: string | null;
  /** The author of the proposal that it comes from, which `createdBy` accepted. */
  readonly proposedBy: string | null;
  readonly createdAt: string;
}

function toVersion(row: Tables<'prompt_versions'>): PromptVersion {
  return {
    id: row.id,
    version: row.version_number,
    title: row.title,
    content: row.content,
    description: row.description ?? '',
    tags: row.tags,
    isPublic: row.is_public,
    groupId: row.group_id,
    icon: row.icon,
    category: row.category,
    changeDescription: row.change_description ?? '',
    createdBy: row.created_by,
    proposedBy: row.proposed_by,
    createdAt: row.created_at,
  };
}

interface VersionPage {
  readonly versions: readonly PromptVersion[];
  /** The page is full, so there may be older versions. */
  readonly hasMore: boolean;
}

/**
 * Pages of the history, newest first. Each starts after a version number, so that a new version
 * shifts none.
 */
export function versionsQuery(promptId: string) {
  return infiniteQueryOptions({
    queryKey: queryKeys.versions.list(promptId),
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam, signal }): Promise<VersionPage> => {
      let request = db
        .from('prompt_versions')
        .select('*')
        .eq('prompt_id', promptId)
        .order('version_number', { ascending: false })
        .limit(limits.versionPageSize)
        .abortSignal(signal);
      if (pageParam !== null) request = request.lt('version_number', pageParam);
      const versions = unwrap(await request).map(toVersion);
      return { versions, hasMore: versions.length === limits.versionPageSize };
    },
    getNextPageParam: ({ versions, hasMore }: VersionPage) =>
      hasMore ? versions.at(-1)?.version : undefined,
    select: ({ pages }) => pages.flatMap((page) => page.versions),
  });
}

/** A version in the short list of the newest. */
export type VersionSummary = Pick<
  PromptVersion,
  'id' | 'version' | 'changeDescription' | 'createdBy' | 'proposedBy' | 'createdAt'
>;

/** The newest versions without their texts, which may be long. */
export function latestVersionsQuery(promptId: string) {
  return queryOptions({
    queryKey: queryKeys.versions.latest(promptId),
    queryFn: async ({ signal }): Promise<VersionSummary[]> => {
      const rows = unwrap(
        await db
          .from('prompt_versions')
          .select('id, version_number, change_description, created_by, proposed_by, created_at')
          .eq('prompt_id', promptId)
          .order('version_number', { ascending: false })
          .limit(limits.versionPageSize)
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        id: row.id,
        version: row.version_number,
        changeDescription: row.change_description ?? '',
        createdBy: row.created_by,
        proposedBy: row.proposed_by,
        createdAt: row.created_at,
      }));
    },
  });
}

/** Reads one version; null when there is none that the person may read. */
export async function readVersion(
  promptId: string,
  version: number,
  signal?: AbortSignal,
  source: typeof db = db,
): Promise<PromptVersion | null> {
  let request = source
    .from('prompt_versions')
    .select('*')
    .eq('prompt_id', promptId)
    .eq('version_number', version);
  if (signal) request = request.abortSignal(signal);
  const row = unwrap(await request.maybeSingle());
  return row ? toVersion(row) : null;
}

/** One version; it never changes, so it is fetched once. */
export function versionQuery(promptId: string, version: number) {
  return queryOptions({
    queryKey: queryKeys.versions.detail(promptId, version),
    queryFn: ({ signal }) => readVersion(promptId, version, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

interface Restore {
  readonly version: number;
  /** The newest version that the person has seen. Nothing is restored when there is a newer one. */
  readonly base: number;
}

/**
 * Saves a version's state as a new version 'Restored from version {n}'. Resolves to the number of
 * the prompt's newest version.
 */
export function restoreVersion(promptId: string) {
  return mutationOptions({
    mutationFn: async ({ version, base }: Restore): Promise<number> => {
      const prompt = unwrap(
        await db.rpc('restore_prompt_version', {
          prompt_id: promptId,
          version_number: version,
          base_version: base,
        }),
      );
      return prompt.version;
    },
    onSettled: (_row, _error, _restore, _before, { client }) => refreshPrompt(client, promptId),
  });
}
