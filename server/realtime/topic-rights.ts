import type { Database } from '#server/db/database.ts';
import type { Caller } from '#server/http/caller/caller.ts';

/** The rights of a caller on a topic. */
export interface TopicRights {
  readonly readBroadcast: boolean;
  readonly readPresence: boolean;
  readonly writeBroadcast: boolean;
  readonly writePresence: boolean;
}

/** Everybody may use a public topic. */
export const publicRights: TopicRights = {
  readBroadcast: true,
  readPresence: true,
  writeBroadcast: true,
  writePresence: true,
};

const text = `select read_broadcast as "readBroadcast", read_presence as "readPresence",
  write_broadcast as "writeBroadcast", write_presence as "writePresence"
  from realtime.topic_rights($1, $2, $3, $4)`;

/** Asks the policies of `realtime.messages` what the caller may do on a private topic. */
export async function readTopicRights(
  database: Pick<Database, 'owner'>,
  caller: Pick<Caller, 'role' | 'claimsJson'>,
  headers: string,
  topic: string,
): Promise<TopicRights> {
  const values = [caller.role, caller.claimsJson, headers, topic];
  const { rows } = await database.owner.query<TopicRights>(text, values);
  const [rights] = rows;
  if (rights === undefined) throw new Error('realtime.topic_rights returned no row.');
  return rights;
}
