import { toDataError } from '#web/data/backend/data-error.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/** Shows a failure as a toast, and returns its message for the form. */
export function toastFailure(reason: unknown): string {
  const { message } = toDataError(reason);
  toast.error(message);
  return message;
}
