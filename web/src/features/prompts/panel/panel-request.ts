import { emptyValues, valuesOf, type PromptValues } from '#web/data/prompts/prompt-values.ts';
import { previewOf, type PromptDetail } from '#web/data/prompts/prompt.ts';
import type { PromptSave } from '#web/data/outbox/send-save.ts';
import { nextVersion, type QueuedSave } from '#web/data/outbox/outbox-store.ts';

/** A request to open the panel. `start` comes from a group (its id) or a template (a copy). */
export type PanelRequest = PanelMode & {
  /** A queued save that the server rejected: its text fills the fields. */
  readonly resume?: QueuedSave;
};

type PanelMode =
  | {
      readonly mode: 'create';
      readonly start?: Partial<PromptValues>;
      /** The team that the new prompt belongs to. */
      readonly teamId?: string | null;
      /** Id of the template or prompt to copy. */
      readonly copyOf?: string;
    }
  | EditRequest
  | { readonly mode: 'fork'; readonly source: ForkSource };

interface EditRequest {
  readonly mode: 'edit';
  readonly prompt: PromptDetail;
}

/** A prompt that can be forked. */
export interface ForkSource extends Pick<
  PromptValues,
  'title' | 'description' | 'content' | 'tags' | 'icon' | 'category'
> {
  readonly id: string;
}

export const panelTitles = {
  create: 'Create New Prompt',
  edit: 'Edit Prompt',
  fork: 'Fork Prompt',
} as const;

export const submitLabels = {
  create: 'Create Prompt',
  edit: 'Update Prompt',
  fork: 'Fork Prompt',
} as const;

/** Returns the initial values. Copies and forks are private and marked in the title. */
export function startingValues(request: PanelRequest): PromptValues {
  switch (request.mode) {
    case 'edit':
      return valuesOf(request.prompt);
    case 'fork': {
      const { title, description, content, tags, icon, category } = request.source;
      const copied = { description, content, tags, icon, category };
      return { ...emptyValues, ...copied, title: `${title} (Fork)` };
    }
    case 'create': {
      const values = { ...emptyValues, ...request.start };
      if (request.copyOf === undefined) return values;
      return { ...values, title: `${values.title} (Copy)`, isPublic: false };
    }
    default:
      return request satisfies never;
  }
}

/** The version or queued save on which a text is based. */
export type SaveBase = Pick<QueuedSave, 'base' | 'from'>;

/** Returns the base of a text that is made from a prompt, which may be shown with a queued save. */
export function saveBaseOf(prompt: PromptDetail): SaveBase {
  const { saveBase, version } = prompt;
  return { base: saveBase, from: saveBase === version ? null : valuesOf(prompt) };
}

/** Returns the team that the prompt belongs to, or will belong to; null for one of the user's own. */
export function teamOf(request: PanelRequest): string | null {
  switch (request.mode) {
    case 'edit':
      return request.prompt.teamId;
    case 'create':
      return request.teamId ?? request.resume?.teamId ?? null;
    case 'fork':
      return null;
    default:
      return request satisfies never;
  }
}

/** Returns the key of the panel's drafts. */
export function draftTarget(request: PanelRequest): string {
  switch (request.mode) {
    case 'edit':
      return `edit:${request.prompt.id}`;
    case 'fork':
      return `fork:${request.source.id}`;
    case 'create':
      return request.copyOf === undefined ? 'create' : `copy:${request.copyOf}`;
    default:
      return request satisfies never;
  }
}

/**
 * Returns the request to edit a prompt on, once its form has saved it as `version`. That is null
 * while the save is queued, which may still be refused. `userId` owns a new prompt.
 */
export function requestAfterSave(
  request: PanelRequest,
  save: PromptSave,
  version: number | null,
  userId: string,
): EditRequest {
  const { base, values, promptId, forkedFrom } = save;
  const teamId = base === null ? (save.teamId ?? null) : teamOf(request);
  // No version is known to have the values of a queued save.
  const versions = { version: version ?? 0, saveBase: version ?? nextVersion(save) };
  if (request.mode === 'edit' && base !== null) {
    return { mode: 'edit', prompt: { ...request.prompt, ...values, ...versions } };
  }
  const now = new Date().toISOString();
  const prompt: PromptDetail = {
    ...values,
    id: promptId,
    preview: previewOf(values.content),
    ...versions,
    versionCount: versions.version,
    userId,
    teamId,
    groupName: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    isTemplate: false,
    templateCategory: null,
    starred: false,
    lastUsedAt: null,
    forkedFrom,
    forkedFromVersion: null,
    forksCount: 0,
    commentsCount: 0,
    useCount: 0,
    takedown: null,
    lastValues: {},
  };
  return { mode: 'edit', prompt };
}
