import { randomUUID } from 'node:crypto';
import type { PresenceDiff } from './presence-state.ts';
import { type Broadcast, type Member, Topic } from './topic.ts';

/** The name of a topic, as in `channel(name)`. A private topic and a public one never meet. */
export interface TopicName {
  readonly name: string;
  readonly isPrivate: boolean;
}

/** Everything that other servers of the installation must hear about. */
export interface TopicListener {
  onBroadcast(topic: TopicName, broadcast: Broadcast): void;
  onPresence(topic: TopicName, diff: PresenceDiff): void;
}

/** How the client's library calls a topic in messages. */
export function wireName(name: string): string {
  return `realtime:${name}`;
}

/** All topics that have members or presences. */
export class Topics {
  readonly #topics = new Map<string, { readonly id: TopicName; readonly topic: Topic }>();
  /** Identifies this server among those of the installation. */
  readonly serverId = randomUUID();
  #presenceCount = 0;
  /** Other servers, if there are any. */
  listener: TopicListener | null = null;

  /** Presence references start with the server's id, so that other servers can tell them apart. */
  nextPresenceRef(): string {
    this.#presenceCount += 1;
    return `${this.serverId}:${this.#presenceCount}`;
  }

  join(id: TopicName, member: Member): Topic {
    const topic = this.#open(id);
    topic.add(member);
    return topic;
  }

  leave(id: TopicName, member: Member): void {
    this.#update(id, (topic) => topic.remove(member));
  }

  /** Sends a broadcast of a client to the members of all servers. */
  broadcast(id: TopicName, broadcast: Broadcast, except: Member | null = null): void {
    this.broadcastLocally(id, broadcast, except);
    this.listener?.onBroadcast(id, broadcast);
  }

  /** Sends a broadcast that every server receives by itself. */
  broadcastLocally(id: TopicName, broadcast: Broadcast, except: Member | null = null): void {
    this.#topics.get(keyOf(id))?.topic.broadcast(broadcast, except);
  }

  /** Whether this server has members on the topic. */
  hasMembers(id: TopicName): boolean {
    return this.#topics.get(keyOf(id))?.topic.hasMembers === true;
  }

  changePresence(id: TopicName, diff: PresenceDiff): void {
    this.applyPresence(id, diff);
    this.listener?.onPresence(id, diff);
  }

  /** Applies a change of another server's presences. */
  applyPresence(id: TopicName, diff: PresenceDiff): void {
    this.#open(id);
    this.#update(id, (topic) => topic.applyPresence(diff));
  }

  *[Symbol.iterator](): Generator<{ readonly id: TopicName; readonly topic: Topic }> {
    yield* this.#topics.values();
  }

  #open(id: TopicName): Topic {
    const key = keyOf(id);
    const found = this.#topics.get(key);
    if (found !== undefined) return found.topic;
    const topic = new Topic(wireName(id.name));
    this.#topics.set(key, { id, topic });
    return topic;
  }

  #update(id: TopicName, change: (topic: Topic) => void): void {
    const key = keyOf(id);
    const found = this.#topics.get(key);
    if (found === undefined) return;
    change(found.topic);
    if (found.topic.isUnused) this.#topics.delete(key);
  }
}

function keyOf({ name, isPrivate }: TopicName): string {
  return `${isPrivate ? 'private' : 'public'}:${name}`;
}
