import { execFileSync } from 'node:child_process';
import { inject } from 'vitest';

/**
 * Copies the run's prepared data directory into a folder. A server that starts there finds a migrated
 * database, instead of creating it.
 */
export function copyPrepared(folder: string): void {
  execFileSync('cp', ['-pR', `${inject('preparedData')}/.`, folder]);
}
