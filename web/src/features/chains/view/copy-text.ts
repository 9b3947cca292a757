import { messages } from '#contract/messages.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/** Puts a text into the clipboard, and says so; tells whether it went in. */
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
