import { DatabaseRefusal, DatabaseUnavailable } from '#server/db/database.ts';
import type { TransactionSettings, ResultSet, Statement } from '#server/db/database.ts';
import type { ReplicaWatch } from './wait-for-replica.ts';
import type { ClosableRunner } from '#server/db/connections/request-runner.ts';

/**
 * Creates a runner that sends reads to the replica while it is trusted. If the replica fails, the
 * primary answers. A write resolves once the replica has it.
 */
export function createReplicatedRunner(
  primary: ClosableRunner,
  replica: ClosableRunner,
  watch: ReplicaWatch,
): ClosableRunner {
  async function read(settings: TransactionSettings, statement: Statement): Promise<ResultSet> {
    try {
      return await replica.run(settings, statement);
    } catch (error) {
      if (!shouldRetryOnPrimary(error)) throw error;
      return primary.run(settings, statement);
    }
  }

  async function write(result: Promise<ResultSet>): Promise<ResultSet> {
    const written = await result;
    await watch.caughtUp();
    return written;
  }

  return {
    run(settings, statement) {
      if (!settings.readOnly) return write(primary.run(settings, statement));
      const useReplica = watch.trusted && settings.isolation !== 'serializable';
      return useReplica ? read(settings, statement) : primary.run(settings, statement);
    },
    runRolledBack: (settings, statement) => primary.runRolledBack(settings, statement),
    end: async () => {
      await Promise.all([primary.end(), replica.end()]);
    },
  };
}

/**
 * Errors of a replica that its primary may not raise. A row was removed under the read: 40001,
 * 40P01. The statement writes or is not supported in recovery: 25006, 0A000, 55000.
 */
const replicaOnlyCodes: ReadonlySet<string> = new Set([
  '40001',
  '40P01',
  '25006',
  '0A000',
  '55000',
]);

function shouldRetryOnPrimary(error: unknown): boolean {
  if (error instanceof DatabaseRefusal) return replicaOnlyCodes.has(error.refusal.code);
  return error instanceof DatabaseUnavailable;
}
