import { messages } from '#contract/messages.ts';
import { markCopied } from './copy-icon.tsx';
import { toast } from './toast.ts';

/**
 * Copies a text to the clipboard and shows a toast. Returns whether it was copied. `key` is that of
 * the button's {@link CopyIcon}.
 */
export async function copyText(text: string, key = text): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    toast.error(messages.clipboard.failed);
    return false;
  }
  markCopied(key);
  toast.success(messages.clipboard.copied);
  return true;
}
