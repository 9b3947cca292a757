import { isAuthError } from '@supabase/auth-js';
import type { ConnectionStatus } from './connection-status.ts';

/**
 * Awaits a request, and reports to `connection` whether it got a response. A request that takes
 * longer than `slowAfterMs` counts as unanswered until its response comes after all.
 */
export async function trackConnectivity(
  connection: Pick<ConnectionStatus, 'report'>,
  request: Promise<Response>,
  slowAfterMs?: number,
): Promise<Response> {
  const timer =
    slowAfterMs === undefined ? undefined : setTimeout(() => connection.report(false), slowAfterMs);
  try {
    const response = await request;
    connection.report(true);
    return response;
  } catch (reason) {
    if (!isReachableFailure(reason)) connection.report(false);
    throw reason;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether a failure is no sign of a lost connection: the request was aborted, or the server replied
 * with a status.
 */
function isReachableFailure(reason: unknown): boolean {
  if (reason instanceof DOMException) return reason.name === 'AbortError';
  // The session could not be refreshed, since the server is busy (`withFreshSession`).
  return isAuthError(reason) && (reason.status ?? 0) > 0;
}
