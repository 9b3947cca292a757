import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** A name of a version, by which programs read it. */
export interface PromptLabel {
  readonly label: string;
  readonly version: number;
  /** Only the owner of the prompt, and owners of its team, move it. */
  readonly isProtected: boolean;
  readonly movedAt: string;
}

/** The labels of a prompt, by name. */
export function labelsQuery(promptId: string) {
  return queryOptions({
    queryKey: queryKeys.labels.list(promptId),
    queryFn: async ({ signal }): Promise<readonly PromptLabel[]> => {
      const rows = unwrap(
        await db
          .from('prompt_labels')
          .select('label, version_number, is_protected, moved_at')
          .eq('prompt_id', promptId)
          .order('label')
          .abortSignal(signal),
      );
      return rows.map((row) => ({
        label: row.label,
        version: row.version_number,
        isProtected: row.is_protected,
        movedAt: row.moved_at,
      }));
    },
  });
}

/** An entry in the log of a prompt's labels. */
export interface LabelMove {
  readonly id: string;
  readonly label: string;
  /** Null: the label was new. */
  readonly from: number | null;
  /** Null: the label was removed. */
  readonly to: number | null;
  /** Whether its protection began or ended; null for a move. */
  readonly protection: boolean | null;
  readonly note: string;
  /** Null once the account is gone. */
  readonly moverId: string | null;
  readonly moverName: string | null;
  /** Moved by a program, with an access token. */
  readonly byToken: boolean;
  readonly movedAt: string;
}

const movesPageSize = 50;
const moveColumns =
  'id, label, from_version, to_version, protection, note, moved_by, by_token, moved_at, profiles(full_name)';

/** Pages of the log of a prompt's labels, newest first. */
export function labelMovesQuery(promptId: string) {
  return infiniteQueryOptions({
    queryKey: queryKeys.labels.moves(promptId),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<readonly LabelMove[]> => {
      let request = db
        .from('prompt_label_moves')
        .select(moveColumns)
        .eq('prompt_id', promptId)
        .order('id', { ascending: false })
        .limit(movesPageSize)
        .abortSignal(signal);
      if (pageParam !== null) request = request.lt('id', pageParam);
      return unwrap(await request).map((row) => ({
        id: row.id,
        label: row.label,
        from: row.from_version,
        to: row.to_version,
        protection: row.protection,
        note: row.note ?? '',
        moverId: row.moved_by,
        moverName: row.profiles?.full_name ?? null,
        byToken: row.by_token,
        movedAt: row.moved_at,
      }));
    },
    getNextPageParam: (page) => (page.length === movesPageSize ? page.at(-1)?.id : undefined),
    select: ({ pages }) => pages.flat(),
  });
}

interface LabelChange {
  readonly label: string;
  /** The version that the page shows beside the label; null for a new label. */
  readonly from: number | null;
  /** Null removes the label. */
  readonly to: number | null;
  readonly note: string;
}

/** Moves a label, unless it was moved since the page loaded it. */
export function moveLabel(promptId: string) {
  return mutationOptions({
    mutationFn: async ({ label, from, to, note }: LabelChange): Promise<void> => {
      const change = { prompt_id: promptId, label, note, base_version: from ?? 0 };
      unwrap(
        to === null
          ? await db.rpc('remove_prompt_label', change)
          : await db.rpc('move_prompt_label', { ...change, version_number: to }),
      );
    },
    onSettled: (_nothing, _error, _change, _before, { client }) =>
      client.invalidateQueries({ queryKey: queryKeys.labels.ofPrompt(promptId) }),
  });
}

interface Protection {
  readonly label: string;
  readonly isProtected: boolean;
}

export function protectLabel(promptId: string) {
  return mutationOptions({
    mutationFn: async ({ label, isProtected }: Protection): Promise<void> => {
      unwrap(
        await db.rpc('protect_prompt_label', {
          prompt_id: promptId,
          label,
          is_protected: isProtected,
        }),
      );
    },
    onSettled: (_nothing, _error, _change, _before, { client }) =>
      client.invalidateQueries({ queryKey: queryKeys.labels.ofPrompt(promptId) }),
  });
}
