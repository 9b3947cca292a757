import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';

/** The toast for a group that could not be saved: the server's reason, or, when no answer came, to try again. */
export function groupFailure(action: 'create' | 'update', reason: unknown): string {
  const { status, message } = toDataError(reason);
  if (action === 'create') {
    return status === 0 ? messages.groups.createUnanswered : messages.groups.createFailed(message);
  }
  return status === 0 ? messages.groups.updateUnanswered : messages.groups.updateFailed(message);
}
