import { messages } from '#contract/messages.ts';
import { toast } from './toast.ts';

/** Copies a text to the clipboard and shows a toast. Returns whether it was copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    toast.error(messages.clipboard.failed);
    return false;
  }
  toast.success(messages.clipboard.copied);
  return true;
}
