import { useCallback, useEffect, useRef, useState } from 'react';
import { discardDraft, draftsOf, saveDraft, type Draft, type DraftSchema } from './drafts.ts';

interface DraftKeeper<Words> {
  /** A draft of the same target from before, to be offered; null when there is none. */
  readonly offered: Draft<Words> | null;
  /** Takes it over: from now on this form keeps it. */
  readonly adopt: (draft: Draft<Words>) => void;
  readonly discard: (draft: Draft<Words>) => void;
  /** The words are safe elsewhere, or not wanted: nothing is kept any more. */
  readonly settle: () => void;
  /** The device has no room for the words as they are. */
  readonly failed: boolean;
}

const delay = 400;

/**
 * Keeps what is written on this device: shortly after each change, and at once when the page is left or the form
 * goes. `words` is null while there is nothing that would be missed.
 */
export function useDraft<Words extends object>(
  userId: string,
  target: string,
  schema: DraftSchema<Words>,
  words: Words | null,
): DraftKeeper<Words> {
  const [writer] = useState(
    () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`,
  );
  const [offered, setOffered] = useState(() => draftsOf(userId, target, schema)[0] ?? null);
  const [failed, setFailed] = useState(false);
  const latest = useRef<Words | null>(null);
  const pending = useRef(false);
  const settled = useRef(false);

  const write = useCallback((): boolean => {
    pending.current = false;
    if (settled.current) return true;
    if (latest.current === null) {
      discardDraft(userId, { target, writer });
      return true;
    }
    const savedAt = new Date().toISOString();
    return saveDraft(userId, { ...latest.current, target, writer, savedAt });
  }, [userId, target, writer]);

  useEffect(() => {
    latest.current = words;
    pending.current = true;
    const timer = setTimeout(() => setFailed(!write()), delay);
    return () => clearTimeout(timer);
  }, [words, write]);

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

  // Without room for a draft, leaving the page is the one way to lose words: the browser asks.
  useEffect(() => {
    if (!failed) return;
    function ask(event: BeforeUnloadEvent) {
      event.preventDefault();
    }
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [failed]);

  return {
    offered,
    failed,
    adopt: (draft) => {
      latest.current = draft;
      if (write()) discardDraft(userId, draft);
      setOffered(null);
    },
    discard: (draft) => {
      discardDraft(userId, draft);
      setOffered(draftsOf(userId, target, schema).find((each) => each.writer !== writer) ?? null);
    },
    settle: () => {
      settled.current = true;
      discardDraft(userId, { target, writer });
    },
  };
}
