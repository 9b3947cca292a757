import { asCaller } from '#server/current-caller.ts';
import { TooMuchWaits } from '#server/fair-limit.ts';
import { callerKey } from '#server/http/caller/caller-key.ts';
import type { Caller } from '#server/http/caller/caller.ts';
import { readMessages } from './channels/replay.ts';
import type { Broadcast } from './channels/topic.ts';
import type { TopicName } from './channels/topics.ts';
import type { RealtimeServices } from './services.ts';
import { publicRights, readTopicRights, type TopicRights } from './topic-rights.ts';

/** A join that is refused. `message` starts with the protocol's error code. */
export class JoinRefused extends Error {}

interface Replay {
  readonly since: number;
  readonly limit: number;
}

/** Reads what the callers of one connection may do in topics, each caller in turn with others. */
export class TopicAccess {
  readonly #services: RealtimeServices;
  readonly #address: string;
  readonly #headers: string;

  /** `headers` of the upgrade request as JSON text, for policies. */
  constructor(services: RealtimeServices, address: string, headers: string) {
    this.#services = services;
    this.#address = address;
    this.#headers = headers;
  }

  /** Asks the policies of a private topic. Rejects with {@link TooMuchWaits} at times. */
  readRights(caller: Caller, topic: string): Promise<TopicRights> {
    return asCaller(this.#keyOf(caller), () =>
      readTopicRights(this.#services.database, caller, this.#headers, topic),
    );
  }

  /** Returns the rights to a topic. Throws {@link JoinRefused} if there is none to read. */
  async rightsTo(caller: Caller, { name, isPrivate }: TopicName): Promise<TopicRights> {
    if (!isPrivate) return publicRights;
    const rights = await this.readRights(caller, name).catch((error: unknown) => {
      if (!(error instanceof TooMuchWaits)) this.logUnread(error);
      throw new JoinRefused(
        'UnableToSetPolicies: Realtime was unable to read the policies of this topic',
      );
    });
    if (!rights.readBroadcast && !rights.readPresence) throw unauthorized(name);
    return rights;
  }

  /** Returns the stored messages that a join asks for. Throws {@link JoinRefused}. */
  async storedMessages(
    caller: Caller,
    { name, isPrivate }: TopicName,
    replay: Replay | null,
    rights: TopicRights,
  ): Promise<Broadcast[]> {
    if (replay === null) return [];
    if (!isPrivate) {
      throw new JoinRefused('UnableToReplayMessages: Replay is not allowed for public channels');
    }
    if (!rights.readBroadcast) throw unauthorized(name);
    try {
      return await asCaller(this.#keyOf(caller), () =>
        readMessages(this.#services.database, name, replay.since, replay.limit),
      );
    } catch (error) {
      if (!(error instanceof TooMuchWaits)) throw error;
      throw new JoinRefused('UnableToReplayMessages: Too many joins wait');
    }
  }

  logUnread(error: unknown): void {
    this.#services.log.warn('the policies of a realtime topic could not be read', { error });
  }

  #keyOf(caller: Caller): string {
    return callerKey(caller, () => this.#address);
  }
}

function unauthorized(topic: string): JoinRefused {
  return new JoinRefused(
    `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
  );
}
