import * as v from 'valibot';
import { boundedArray } from '#server/http/bounded-array.ts';

const flag = v.nullish(v.boolean(), false);

const replay = v.object({
  /** Milliseconds since 1970. */
  since: v.nullish(v.pipe(v.number(), v.finite()), 0),
  limit: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1)), 25),
});

/** The most columns that a table of PostgreSQL can have. */
const maxColumns = 1_600;
/** The most subscriptions to changes of a channel. */
const maxChanges = 100;

const postgresChange = v.object({
  event: v.nullish(
    v.pipe(
      v.string(),
      v.toUpperCase(),
      v.picklist(['*', 'INSERT', 'UPDATE', 'DELETE'], 'event must be *, INSERT, UPDATE or DELETE'),
    ),
    '*',
  ),
  schema: v.nullish(v.string(), 'public'),
  table: v.nullish(v.string(), '*'),
  filter: v.nullish(v.string(), ''),
  select: v.nullish(boundedArray(v.string(), maxColumns)),
});
export type PostgresChange = v.InferOutput<typeof postgresChange>;

const join = v.object({
  config: v.nullish(
    v.object({
      broadcast: v.nullish(
        v.object({ self: flag, ack: flag, replay: v.nullish(replay), replication_ready: flag }),
        {},
      ),
      presence: v.nullish(
        v.object({
          key: v.nullish(v.union([v.string(), v.pipe(v.number(), v.transform(String))]), ''),
          enabled: flag,
        }),
        {},
      ),
      private: flag,
      // Nothing would answer a client that waits for an agent.
      ai: v.nullish(
        v.object({ enabled: v.nullish(v.literal(false, 'AI agents are not supported')) }),
      ),
      postgres_changes: v.nullish(boundedArray(v.nullable(v.unknown()), maxChanges), []),
      postgres_changes_options: v.nullish(
        v.object({ wait: flag, timeout: v.nullish(v.pipe(v.number(), v.minValue(0))) }),
        {},
      ),
    }),
    {},
  ),
  access_token: v.nullish(v.string()),
  /** The token, as older clients name it. */
  user_token: v.nullish(v.string()),
});
export type JoinConfig = v.InferOutput<typeof join>['config'];

/** The payload of `phx_join`, or the sentence that says what is wrong with it. */
export type JoinPayload =
  | {
      readonly config: JoinConfig;
      readonly accessToken: string | null;
      /** Whether the client is so old that it subscribes to the table that its topic names. */
      readonly isLegacy: boolean;
      readonly changes: readonly RequestedChange[];
    }
  | { readonly problem: string };

/** A subscription to changes: what the client sent, which it gets back, and what it means. */
interface RequestedChange {
  readonly sent: object;
  readonly change: PostgresChange;
}

export function parseJoin(payload: unknown): JoinPayload {
  const parsed = v.safeParse(join, payload);
  if (!parsed.success) return { problem: problemOf(parsed.issues) };
  const { config, access_token: accessToken, user_token: userToken } = parsed.output;
  const changes: RequestedChange[] = [];
  for (const sent of config.postgres_changes) {
    if (sent === null) continue;
    const change = v.safeParse(postgresChange, sent);
    if (!change.success) return { problem: problemOf(change.issues) };
    if (typeof sent === 'object') changes.push({ sent, change: change.output });
  }
  const isLegacy = !v.is(v.looseObject({ config: v.unknown() }), payload);
  return { config, accessToken: userToken ?? accessToken ?? null, isLegacy, changes };
}

function problemOf(issues: readonly v.BaseIssue<unknown>[]): string {
  const [issue] = issues;
  if (issue === undefined) return 'The join payload is invalid';
  const path = issue.path?.map(({ key }) => String(key)).join('.') ?? '';
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}
