import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';
import { sameValues, valuesOf } from '#web/data/prompts/prompt-values.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import type { PanelRequest } from './panel-request.ts';
import type { PromptFormState } from './use-prompt-form.ts';

/**
 * Follows the prompt of a form while it is open. A form without changes takes over a newer version;
 * for one with changes, returns the newer version.
 */
export function useNewerVersion(
  request: PanelRequest,
  form: PromptFormState,
  isSaving: boolean,
): PromptDetail | null {
  const id = request.mode === 'edit' && !request.resume ? request.prompt.id : undefined;
  // Only observes the cache, which data/live updates.
  const { data: latest } = useQuery({ ...promptQuery(id), enabled: false });
  const { dirty } = form;
  const latestForm = useLatestRef(form);
  const isNewer = latest !== undefined && !isSaving && isNewerThan(form, latest);
  const doesFollow = isNewer && !dirty;
  useEffect(() => {
    if (!doesFollow) return;
    latestForm.current.rebase(latest, valuesOf(latest));
  }, [doesFollow, latest, latestForm]);
  return isNewer && dirty ? latest : null;
}

/**
 * Whether a prompt has a newer version than a form. The version that a form on a queued save
 * expects may be somebody else's, if the save was refused.
 */
function isNewerThan({ base, from }: PromptFormState, latest: PromptDetail): boolean {
  if (base === null) return false;
  if (from === null) return latest.version > base;
  const isStored = latest.saveBase === latest.version;
  return isStored && latest.version >= base && !sameValues(latest, from);
}
