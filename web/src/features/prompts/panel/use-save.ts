import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { newId } from '#contract/new-id.ts';
import { messages } from '#contract/messages.ts';
import { useUploads } from '#web/data/attachments/upload-queue.ts';
import { connection } from '#web/data/backend/connection.ts';
import type { DataError } from '#web/data/backend/data-error.ts';
import { refusedByPolicy } from '#web/data/backend/user-message.ts';
import { sameValues, valuesOf, type PromptValues } from '#web/data/prompts/prompt-values.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { savePrompt } from '#web/data/outbox/save-prompt.ts';
import type { PromptSave } from '#web/data/outbox/send-save.ts';
import { useUser } from '#web/data/session/session.ts';
import { versionQuery } from '#web/data/prompts/versions.ts';
import { queuedFork, type QueuedSave } from '#web/data/outbox/outbox-store.ts';
import type { SaveProblem } from '#web/ui/form/draft-form.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { saveBaseOf, type PanelRequest, type SaveBase } from './panel-request.ts';

/** A newer version saved elsewhere, and the values that both sides started from. */
export interface Conflict {
  readonly theirs: PromptDetail;
  readonly base: PromptValues;
}

interface SaveCallbacks {
  /** The save is stored as this version of its prompt. */
  readonly onSaved: (save: PromptSave, version: number) => void;
  /** The save is stored on this device and will be sent later. */
  readonly onQueued: (save: PromptSave) => void;
}

/** Saves the panel's values and handles each outcome. A new prompt gets the id `newPromptId`. */
export function useSave(
  request: PanelRequest,
  newPromptId: string,
  { onSaved, onQueued }: SaveCallbacks,
) {
  const user = useUser();
  const client = useQueryClient();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [problem, setProblem] = useState<SaveProblem | null>(() => problemOf(request.resume));
  const [busy, setBusy] = useState(false);
  /** Another id for a new prompt, since one with its first id was stored and deleted. */
  const [otherId, setOtherId] = useState<string | null>(null);
  const hasFiles = useUploads(newPromptId).length > 0;

  async function store(save: PromptSave): Promise<void> {
    setProblem(null);
    setBusy(true);
    const stored = await savePrompt(client, user.id, save, request.resume);
    const texts = textsOf(request, save);
    switch (stored.kind) {
      case 'saved':
        toast.success(texts.done);
        onSaved(save, stored.version);
        break;
      case 'queued':
        if (stored.error?.status === 401) toast.error(messages.prompts.signInToCreate);
        else toast.success(stored.isBlocked ? blockedText : queuedText());
        onQueued(save);
        break;
      case 'moved-on':
        setConflict({ theirs: stored.current, base: await baseOf(client, request, save) });
        break;
      case 'gone':
        if (save.base === null) setOtherId(newId());
        setProblem({ message: goneText, offerNew: true });
        toast.error(messages.prompts.updateFailed);
        break;
      case 'unanswered':
      case 'refused': {
        const found = findProblem(stored.error, save);
        setProblem(found);
        toast.error(texts.failed(stored.error, found.message));
        break;
      }
    }
    setBusy(false);
  }

  async function saveNew(values: PromptValues, teamId: string | null): Promise<void> {
    const save = {
      promptId: otherId ?? newPromptId,
      base: null,
      from: null,
      values,
      unchanged: false,
      changeDescription: '',
      teamId,
      forkedFrom:
        request.mode === 'fork' ? request.source.id : (request.resume?.forkedFrom ?? null),
    };
    // Nothing shows a fork before it is synced, so that a person may try again.
    const queued =
      request.mode === 'fork' && !hasFiles && queuedFork(user.id, request.source.id, values);
    if (!queued) return store(save);
    toast.note(forkQueuedText());
    onQueued({ ...save, promptId: queued.promptId });
  }

  // A queued save met a newer version: shows both sides at once.
  useEffect(() => {
    const { resume } = request;
    if (!resume || request.mode !== 'edit') return;
    if (resume.from === null && request.prompt.version === resume.base) return;
    const theirs = request.prompt;
    void baseOf(client, request, resume).then((base) => setConflict({ theirs, base }));
  }, [client, request]);

  return {
    saveNew,
    /** Also for a new prompt whose id is stored already, since its save was interrupted. */
    saveOver: async (values: PromptValues, { base, from }: SaveBase, changeDescription: string) => {
      const prompt = request.mode === 'edit' ? request.prompt : null;
      const start = from ?? openedVersion(request, base);
      await store({
        promptId: prompt?.id ?? newPromptId,
        base,
        from,
        values,
        unchanged: start !== null && sameValues(values, start),
        keepsGroup: prompt !== null && prompt.shareRole !== null && prompt.teamId === null,
        changeDescription,
        forkedFrom: null,
      });
    },
    busy,
    conflict,
    /** Shows both sides before a save, when a newer version was saved elsewhere. */
    compare: async (theirs: PromptDetail, values: PromptValues, { base, from }: SaveBase) => {
      const save = { promptId: theirs.id, base, from, values };
      setConflict({ theirs, base: await baseOf(client, request, save) });
    },
    /** Returns the version that values were made from. */
    readBase: (values: PromptValues, { base, from }: SaveBase) =>
      baseOf(client, request, {
        promptId: request.mode === 'edit' ? request.prompt.id : newPromptId,
        base,
        from,
        values,
      }),
    closeConflict: () => setConflict(null),
    problem,
  };
}

/** Returns the version that a save was based on, or the saved values if it can't be read. */
async function baseOf(
  client: QueryClient,
  request: PanelRequest,
  { promptId, base, from, values }: Pick<PromptSave, 'promptId' | 'base' | 'from' | 'values'>,
): Promise<PromptValues> {
  const opened = from ?? openedVersion(request, base);
  if (opened) return opened;
  const version = await client.fetchQuery(versionQuery(promptId, base ?? 0)).catch(() => null);
  return version ? valuesOf(version) : values;
}

/** Returns the values of a version, if the form was opened on it; null otherwise. */
function openedVersion(request: PanelRequest, version: number | null): PromptValues | null {
  if (request.mode !== 'edit') return null;
  const { base, from } = saveBaseOf(request.prompt);
  return base === version && from === null ? valuesOf(request.prompt) : null;
}

/** Returns why a queued save was rejected; null for a newer version, which opens the merge. */
function problemOf(resume: QueuedSave | undefined): SaveProblem | null {
  if (!resume?.reason || resume.reason === 'moved-on') return null;
  return { message: resume.reason === 'gone' ? goneText : resume.reason, offerNew: false };
}

const goneText =
  "This prompt was deleted, or you can't edit it any more. Your changes are still here.";

/** The problem of a new prompt of a team that the person may no longer change. */
export const readOnlyTeam: SaveProblem = {
  message: 'Only owners and editors add prompts to this team. Your text is still here.',
  offerNew: true,
};

const noSpaceText =
  "The server didn't respond, and this device has no space left for drafts. Keep this open and save again when you're online.";

const groupGoneText =
  'The group was deleted, or this prompt may not lie in it. Choose another group, or none. Your changes are still here.';

const blockedText =
  'An earlier change of this prompt needs your review first. This one is saved on this device, and waits for it.';

function forkQueuedText(): string {
  return connection.isOffline()
    ? "This fork is already saved on this device. It'll sync when you reconnect."
    : "This fork is already saved on this device. It'll sync in a moment.";
}

function queuedText(): string {
  return connection.isOffline()
    ? "You're offline. Your changes are saved on this device and will sync when you reconnect."
    : 'The server is busy right now. Your changes are saved on this device and will sync in a moment.';
}

interface SaveTexts {
  readonly done: string;
  readonly failed: (error: DataError, message: string) => string;
}

function textsOf(request: PanelRequest, { base }: PromptSave): SaveTexts {
  const { created, updated, updateFailed, forked, forkFailed } = messages.prompts;
  if (base !== null) return { done: updated, failed: () => updateFailed };
  if (request.mode === 'fork') return { done: forked, failed: () => forkFailed };
  return { done: created, failed: createFailure };
}

function createFailure({ status }: DataError, message: string): string {
  if (status === 401) return messages.prompts.signInToCreate;
  return status === 0 ? messages.prompts.createUnanswered : messages.prompts.createFailed(message);
}

function findProblem({ message, status, code }: DataError, save: PromptSave): SaveProblem {
  // The policies reject a change that its person may make only because of its group or team.
  if (code === '42501' && message === refusedByPolicy) {
    if (save.values.groupId !== null) return { message: groupGoneText, offerNew: false };
    if (save.base === null && (save.teamId ?? null) !== null) return readOnlyTeam;
  }
  return { message: status === 0 ? noSpaceText : message, offerNew: false };
}
