import { randomUUID } from 'node:crypto';
import type { PresenceDiff } from './presence-state.ts';
import { type Broadcast, type Member, Topic } from './topic.ts';

/** The name of a topic, as in `channel(name)`. A private topic and a public one never meet. */
export interface TopicName {
  readonly name: string;
  readonly isPrivate: boolean;
}

/** How the client's library calls a topic in messages. */
export function wireName(name: string): string {
  return `realtime:${name}`;
}

/** Passes on to other nodes what clients of this one sent. */
export interface Forwarding {
  broadcast(id: TopicName, broadcast: Broadcast): void;
  changePresence(id: TopicName, diff: PresenceDiff): void;
}

/** All topics that have members on this node, or presences on any. */
export class Topics {
  readonly #topics = new Map<string, Topic>();
  readonly #prefix = randomUUID();
  #presenceCount = 0;
  #forwarding: Forwarding | null = null;

  forwardTo(forwarding: Forwarding): void {
    this.#forwarding = forwarding;
  }

  /** Returns a reference that no presence had before, not even before a restart. */
  nextPresenceRef(): string {
    this.#presenceCount += 1;
    return `${this.#prefix}:${this.#presenceCount}`;
  }

  join(id: TopicName, member: Member): Topic {
    const topic = this.#open(id);
    topic.add(member);
    return topic;
  }

  leave(id: TopicName, member: Member): void {
    this.#update(id, (topic) => topic.remove(member));
  }

  /** Sends a broadcast of this node's clients to the members on all nodes. */
  broadcast(id: TopicName, broadcast: Broadcast, except: Member | null = null): void {
    this.deliver(id, broadcast, except);
    this.#forwarding?.broadcast(id, broadcast);
  }

  /** Sends a broadcast to the members on this node. */
  deliver(id: TopicName, broadcast: Broadcast, except: Member | null = null): void {
    this.#topics.get(keyOf(id))?.broadcast(broadcast, except);
  }

  /** Changes which of this node's clients are present. */
  changePresence(id: TopicName, diff: PresenceDiff): void {
    this.applyPresence(id, diff);
    this.#forwarding?.changePresence(id, diff);
  }

  /** Changes who is present, and tells the members on this node. */
  applyPresence(id: TopicName, diff: PresenceDiff): void {
    this.#open(id);
    this.#update(id, (topic) => topic.applyPresence(diff));
  }

  #open(id: TopicName): Topic {
    const key = keyOf(id);
    const found = this.#topics.get(key);
    if (found !== undefined) return found;
    const topic = new Topic(wireName(id.name));
    this.#topics.set(key, topic);
    return topic;
  }

  #update(id: TopicName, change: (topic: Topic) => void): void {
    const key = keyOf(id);
    const found = this.#topics.get(key);
    if (found === undefined) return;
    change(found);
    if (found.isUnused) this.#topics.delete(key);
  }
}

export function keyOf({ name, isPrivate }: TopicName): string {
  return `${isPrivate ? 'private' : 'public'}:${name}`;
}
