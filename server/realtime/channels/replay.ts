import type { Database } from '#server/db/database.ts';
import type { Broadcast } from './topic.ts';

const maxMessages = 25;
/** In milliseconds: the latest time that a Date can have, which PostgreSQL can have too. */
const maxTime = 8_640_000_000_000_000;

const text = `select id, event, payload::text, binary_payload from realtime.messages
  where topic = $1 and extension = 'broadcast' and private and event is not null
    and inserted_at >= to_timestamp($2 / 1000.0) at time zone 'UTC'
  order by inserted_at desc limit $3`;

interface StoredMessage {
  readonly id: string;
  readonly event: string;
  readonly payload: string | null;
  readonly binary_payload: Buffer | null;
}

/** Turns a stored message into a broadcast. */
export function storedBroadcast(message: StoredMessage, isReplayed: boolean): Broadcast {
  const { id, event, payload, binary_payload: bytes } = message;
  return {
    id,
    event,
    payload: bytes === null ? { kind: 'json', json: payload ?? 'null' } : { kind: 'bytes', bytes },
    meta: JSON.stringify(isReplayed ? { replayed: true, id } : { id }),
  };
}

/** Reads the latest messages that SQL broadcast to a private topic, oldest first. */
export async function readMessages(
  database: Pick<Database, 'owner'>,
  topic: string,
  since: number,
  limit: number,
): Promise<Broadcast[]> {
  const time = Math.min(Math.max(since, 0), maxTime);
  const values = [topic, time, Math.min(limit, maxMessages)];
  const { rows } = await database.owner.query<StoredMessage>(text, values);
  return rows.toReversed().map((row) => storedBroadcast(row, true));
}
