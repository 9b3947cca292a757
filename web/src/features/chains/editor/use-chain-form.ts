import { valuesOfChain } from '#web/data/chains/values-of-chain.ts';
import { useMemo, useState } from 'react';
import {
  chainDraftSchema,
  checkChain,
  emptyChain,
  sameChain,
  type ChainErrors,
  type ChainValues,
  type ChainDraft,
  type StepChoice,
} from '#web/data/chains/chain-values.ts';
import type { ChainDetail } from '#web/data/chains/chains.ts';
import type { Draft } from '#web/data/drafts/drafts.ts';
import { useUser } from '#web/data/session/session.ts';
import { useDraft } from '#web/data/drafts/use-draft.ts';
import type { SavedChain } from './use-chain-save.ts';

/**
 * Returns the state of a chain's form: its values, their errors and the draft. `teamId` is that of a new
 * chain.
 */
export function useChainForm(chain: ChainDetail | null, teamId?: string) {
  const user = useUser();
  // The chain that edits are compared with and based on.
  const [start, setStart] = useState<ChainValues>(() =>
    chain ? valuesOfChain(chain) : emptyChain,
  );
  const [values, setValues] = useState(start);
  const [id, setId] = useState(chain?.id ?? null);
  const [base, setBase] = useState(chain?.updatedAt ?? null);
  const [checked, setChecked] = useState(false);

  const dirty = !sameChain(values, start);
  const unsaved = useMemo<ChainDraft | null>(
    () => (dirty ? { ...values, steps: [...values.steps], base } : null),
    [dirty, values, base],
  );
  const target = id ?? (teamId === undefined ? 'new' : `new:${teamId}`);
  const draft = useDraft(user.id, `chain:${target}`, chainDraftSchema, unsaved);
  const errors: ChainErrors = checked ? checkChain(values) : {};

  return {
    /** The id of the chain; null for one that isn't stored yet. */
    id,
    values,
    base,
    dirty,
    errors,
    /** Whether errors are shown. */
    checked,
    draft,
    change: (change: Partial<ChainValues>) => setValues((current) => ({ ...current, ...change })),
    /** Inserts a step, by default at the end. */
    addStep: (step: StepChoice, index = Number.POSITIVE_INFINITY) =>
      setValues((current) => ({ ...current, steps: current.steps.toSpliced(index, 0, step) })),
    /** Shows all validation errors; returns the first, or null if the chain is valid. */
    check(): string | null {
      setChecked(true);
      return Object.values(checkChain(values))[0] ?? null;
    },
    restore(stored: Draft<ChainDraft>) {
      const { title, description, steps } = stored;
      setValues({ title, description, steps });
      setBase(chain ? (stored.base ?? chain.updatedAt) : null);
    },
    /** Bases the edits on the chain that was saved elsewhere. */
    rebase: setBase,
    /** Goes on with what was typed while the form's chain was saved. */
    goOn(saved: SavedChain) {
      const typed = { ...values, steps: [...values.steps], base: saved.updatedAt };
      draft.goOn(`chain:${saved.id}`, typed);
      setId(saved.id);
      setStart(saved.values);
      setBase(saved.updatedAt);
    },
    /** Shows the chain that was saved elsewhere. */
    follow(newer: ChainDetail) {
      const newValues = valuesOfChain(newer);
      setStart(newValues);
      setValues(newValues);
      setBase(newer.updatedAt);
    },
  };
}

export type ChainFormState = ReturnType<typeof useChainForm>;
