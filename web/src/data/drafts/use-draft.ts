import { useCallback, useEffect, useRef, useState } from 'react';
import { discardDraft, draftsOf, saveDraft, type Draft, type DraftSchema } from './drafts.ts';

interface DraftState<Values> {
  /** The id under which the form stores its draft. */
  readonly writer: string;
  /** An earlier draft of the same target, to offer; null when there is none. */
  readonly offered: Draft<Values> | null;
  /** Makes an offered draft this form's own. */
  readonly adopt: (draft: Draft<Values>) => void;
  readonly discard: (draft: Draft<Values>) => void;
  /**
   * Removes the form's draft and stores none for this target any more, since the values are saved or
   * discarded.
   */
  readonly settle: () => void;
  readonly isSettled: () => boolean;
  /**
   * Stores values that were typed while the form was saved, in place of its draft. From then on the
   * form may have another target, such as what it has created. Also for a form that was closed.
   */
  readonly goOn: (nextTarget: string, values: Values) => void;
  /** The device has no room for the draft. */
  readonly failed: boolean;
  /** Stores the draft now, and returns whether the device has it. */
  readonly store: () => boolean;
}

const delayMs = 400;

/**
 * Stores a form's values on this device shortly after each change, and when the page is left or the
 * form unmounts. Pass null while the form has nothing worth storing. `continued` is the id of another
 * form whose draft this one goes on with.
 */
export function useDraft<Values extends object>(
  userId: string,
  target: string,
  schema: DraftSchema<Values>,
  values: Values | null,
  continued?: string,
): DraftState<Values> {
  const [writer] = useState(
    () => continued ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`,
  );
  const [offered, setOffered] = useState(() => newestOfOthers());
  const [failed, setFailed] = useState(false);
  const latest = useRef<Values | null>(null);
  const pending = useRef(false);
  const settledTarget = useRef<string | null>(null);

  function newestOfOthers(): Draft<Values> | null {
    return draftsOf(userId, target, schema).find((each) => each.writer !== writer) ?? null;
  }

  const write = useCallback((): boolean => {
    pending.current = false;
    if (settledTarget.current === target) return true;
    if (latest.current === null) {
      discardDraft(userId, { target, writer });
      return true;
    }
    const savedAt = new Date().toISOString();
    return saveDraft(userId, { ...latest.current, target, writer, savedAt });
  }, [userId, target, writer]);

  useEffect(() => {
    latest.current = values;
    pending.current = true;
    const timer = setTimeout(() => setFailed(!write()), delayMs);
    return () => clearTimeout(timer);
  }, [values, write]);

  useEffect(() => {
    function flush() {
      if (pending.current) write();
    }
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [write]);

  // The draft could not be stored, so the browser asks before the page is left.
  useEffect(() => {
    if (!failed) return;
    function confirmLeave(event: BeforeUnloadEvent) {
      event.preventDefault();
    }
    window.addEventListener('beforeunload', confirmLeave);
    return () => window.removeEventListener('beforeunload', confirmLeave);
  }, [failed]);

  function settle() {
    settledTarget.current = target;
    discardDraft(userId, { target, writer });
  }

  return {
    writer,
    // A form may go on with another target, such as the prompt that it has created.
    offered: offered?.target === target ? offered : null,
    failed,
    store: () => {
      const isStored = write();
      setFailed(!isStored);
      return isStored;
    },
    adopt: (draft) => {
      latest.current = draft;
      if (write()) discardDraft(userId, draft);
      setOffered(null);
    },
    discard: (draft) => {
      discardDraft(userId, draft);
      setOffered(newestOfOthers());
    },
    settle,
    isSettled: () => settledTarget.current === target,
    goOn: (nextTarget, typed) => {
      if (nextTarget !== target) settle();
      const savedAt = new Date().toISOString();
      saveDraft(userId, { ...typed, target: nextTarget, writer, savedAt });
    },
  };
}
