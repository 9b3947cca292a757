import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';
import { valuesOf } from '#web/data/prompts/prompt-values.ts';
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
  const { base, dirty } = form;
  const latestForm = useLatestRef(form);
  const isNewer = latest !== undefined && base !== null && latest.version > base && !isSaving;
  const doesFollow = isNewer && !dirty;
  useEffect(() => {
    if (!doesFollow) return;
    const values = valuesOf(latest);
    latestForm.current.rebase(latest.version, values, values);
  }, [doesFollow, latest, latestForm]);
  return isNewer && dirty ? latest : null;
}
