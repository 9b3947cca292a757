import { useEffect } from 'react';
import type { ChainDetail } from '#web/data/chains/chains.ts';
import { useOpenForm } from '#web/data/live/editing.ts';
import { refreshWhenFree } from '#web/data/live/held-refreshes.ts';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import type { ChainFormState } from './use-chain-form.ts';

/**
 * Follows the chain of a form while it is open. A form without changes takes over a newer version,
 * once no step is in use; for one with changes, returns the newer version.
 */
export function useNewerChain(
  chain: ChainDetail | null,
  form: ChainFormState,
  isSaving: boolean,
): ChainDetail | null {
  useOpenForm(chain?.id ?? null);
  const { base, dirty } = form;
  const latest = useLatestRef(form);
  const isNewer = chain !== null && base !== null && chain.updatedAt > base && !isSaving;
  const doesFollow = isNewer && !dirty;
  useEffect(() => {
    if (!doesFollow) return;
    refreshWhenFree('chain', () => {
      // Something may have been typed while the steps were in use.
      if (!latest.current.dirty) latest.current.follow(chain);
    });
  }, [doesFollow, chain, latest]);
  return isNewer && dirty ? chain : null;
}
