import { useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { focusInvalidField } from './focus-invalid-field.ts';

/** A problem of a form. `field` is null if it is of no single field. */
export interface FieldProblem<Field extends string | null> {
  readonly field: Field;
  readonly message: string;
}

interface Submission<Problem> {
  /** Returns a problem that prevents sending; null when there is none. */
  readonly check?: () => Problem | null;
  readonly send: () => Promise<void>;
  /** Turns a failure into a problem to show. */
  readonly explain: (reason: unknown) => Problem;
}

/**
 * Handles a form's submission: sends it once at a time, and returns its problem until the next
 * submission. The field at fault gets the focus.
 */
export function useSubmit<Problem>({ check, send, explain }: Submission<Problem>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly value: Problem } | null>(null);
  const show = (found: Problem | null) => setProblem(found === null ? null : { value: found });

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    if (busy) return;
    const form = event?.currentTarget;
    const { activeElement } = document;
    const found = check?.() ?? null;
    show(found);
    if (found !== null) {
      focusInvalidField(form);
      return;
    }
    setBusy(true);
    try {
      await send();
    } catch (reason) {
      // Marks the field before it is focused.
      flushSync(() => show(explain(reason)));
      // Unless the person has gone on meanwhile.
      if (document.activeElement === activeElement) focusInvalidField(form);
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    problem: problem?.value ?? null,
    /** The handler of a form, or of a button without one. */
    submit: (event?: FormEvent) => void submit(event),
  };
}
