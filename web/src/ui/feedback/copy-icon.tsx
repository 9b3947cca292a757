import { Check, Copy } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/lib/react/listeners.ts';

const tickMs = 2000;
const { notify, subscribe } = createListeners();
let copied: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function set(key: string | null): void {
  copied = key;
  notify();
}

/** Turns the {@link CopyIcon} of what was copied into a tick for a moment. */
export function markCopied(key: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => set(null), tickMs);
  set(key);
}

interface CopyIconProps {
  /** Identifies the copied text: the prompt's id, or the text itself. */
  readonly of: string | null;
  readonly size: number;
}

/** The icon of a copy button. The toast announces the copy, so the tick is decoration. */
export function CopyIcon({ of, size }: CopyIconProps) {
  const isCopied = useSyncExternalStore(
    subscribe,
    () => copied !== null && copied === of,
    () => false,
  );
  return isCopied ? (
    <Check size={size} data-copied className="animate-[fade-in_140ms_ease-out]" />
  ) : (
    <Copy size={size} />
  );
}
