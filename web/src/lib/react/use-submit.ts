import { useState, type FormEvent } from 'react';

interface Submission<Problem> {
  /** Why it is not even sent; null when it can be. */
  readonly check?: () => Problem | null;
  readonly send: () => Promise<void>;
  /** What a failure means to whoever filled the form in. */
  readonly explain: (reason: unknown) => Problem;
}

/** Sends a form: one time at a time, with its problem until it is sent again. */
export function useSubmit<Problem>({ check, send, explain }: Submission<Problem>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly is: Problem } | null>(null);
  const show = (found: Problem | null) => setProblem(found === null ? null : { is: found });

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    if (busy) return;
    const found = check?.() ?? null;
    show(found);
    if (found !== null) return;
    setBusy(true);
    try {
      await send();
    } catch (reason) {
      show(explain(reason));
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    problem: problem?.is ?? null,
    /** For a form, or for a button that stands alone. */
    submit: (event?: FormEvent) => void submit(event),
  };
}
