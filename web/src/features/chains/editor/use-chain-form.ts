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
import { choiceOfStep } from './step-choice.ts';

/** The state of a chain's form: its words, what is wrong with them, and the draft that keeps them. */
export function useChainForm(chain: ChainDetail | null) {
  const user = useUser();
  // The chain as it was when the form opened: what the words are compared with and based on.
  const [start] = useState<ChainValues>(() => (chain ? valuesOf(chain) : emptyChain));
  const [values, setValues] = useState(start);
  const [base, setBase] = useState(chain?.updatedAt ?? null);
  const [checked, setChecked] = useState(false);

  const dirty = !sameChain(values, start);
  const words = useMemo<ChainDraft | null>(
    () => (dirty ? { ...values, steps: [...values.steps], base } : null),
    [dirty, values, base],
  );
  const draft = useDraft(user.id, `chain:${chain?.id ?? 'new'}`, chainDraftSchema, words);
  const errors: ChainErrors = checked ? checkChain(values) : {};

  return {
    values,
    base,
    dirty,
    errors,
    draft,
    change: (change: Partial<ChainValues>) => setValues((known) => ({ ...known, ...change })),
    addStep: (step: StepChoice) =>
      setValues((known) => ({ ...known, steps: [...known.steps, step] })),
    /** Shows what is wrong; gives the first of it, null when it can be saved. */
    check(): string | null {
      setChecked(true);
      return Object.values(checkChain(values))[0] ?? null;
    },
    restore(kept: Draft<ChainDraft>) {
      const { title, description, steps } = kept;
      setValues({ title, description, steps });
      setBase(chain ? (kept.base ?? chain.updatedAt) : null);
    },
    /** From now on the words are based on what was saved elsewhere. */
    rebase: setBase,
  };
}

function valuesOf({ title, description, steps }: ChainDetail): ChainValues {
  return { title, description, steps: steps.map(choiceOfStep) };
}
