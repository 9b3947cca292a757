import { DatabaseRefusal, DatabaseUnavailable } from './database.ts';
import type { RequestFrame, ResultSet, Statement } from './database.ts';
import type { ReplicaWatch } from './replica-watch.ts';
import type { ClosableRunner } from './request-runner.ts';

/**
 * Reads go to the replica while it is trusted, and to the primary when the replica does not answer;
 * a write is given back once the replica has it.
 */
export function createReplicatedRunner(
  primary: ClosableRunner,
  replica: ClosableRunner,
  watch: ReplicaWatch,
): ClosableRunner {
  async function read(frame: RequestFrame, statement: Statement): Promise<ResultSet> {
    try {
      return await replica.run(frame, statement);
    } catch (error) {
      if (!isOfReplica(error)) throw error;
      return primary.run(frame, statement);
    }
  }

  async function write(result: Promise<ResultSet>): Promise<ResultSet> {
    const written = await result;
    await watch.caughtUp();
    return written;
  }

  return {
    run(frame, statement) {
      if (!frame.readOnly) return write(primary.run(frame, statement));
      const there = watch.trusted && frame.isolation !== 'serializable';
      return there ? read(frame, statement) : primary.run(frame, statement);
    },
    runChecked: (frame, statement, accept) => write(primary.runChecked(frame, statement, accept)),
    end: async () => {
      await Promise.all([primary.end(), replica.end()]);
    },
  };
}

/**
 * What a replica refuses and its primary may not: a row that is being cleared away under the read
 * (40001, 40P01), what needs to write or is not offered in recovery (25006, 0A000, 55000).
 */
const ofReplica: ReadonlySet<string> = new Set(['40001', '40P01', '25006', '0A000', '55000']);

function isOfReplica(error: unknown): boolean {
  if (error instanceof DatabaseRefusal) return ofReplica.has(error.refusal.code);
  return error instanceof DatabaseUnavailable;
}
