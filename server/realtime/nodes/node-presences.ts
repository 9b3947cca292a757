import { type PresenceDiff, PresenceState, presences } from '../channels/presence-state.ts';
import { keyOf, type TopicName } from '../channels/topics.ts';

interface TopicPresences {
  readonly id: TopicName;
  readonly presences: PresenceState;
}

/** The presences of one node's clients, by topic. */
export class NodePresences {
  readonly #topics = new Map<string, TopicPresences>();

  apply(id: TopicName, diff: PresenceDiff): void {
    const key = keyOf(id);
    const topic = this.#topics.get(key) ?? { id, presences: new PresenceState() };
    topic.presences.apply(diff);
    if (topic.presences.isEmpty) this.#topics.delete(key);
    else this.#topics.set(key, topic);
  }

  /** Yields all presences as joins, in small parts. */
  *entries(): Generator<readonly [TopicName, PresenceDiff['joins']]> {
    for (const { id, presences: state } of this.#topics.values()) {
      for (const [key, { metas }] of Object.entries(state.state)) {
        yield [id, presences([[key, metas]])];
      }
    }
  }

  /** Yields the changes, topic by topic, that turn these presences into `next`. */
  *differencesTo(next: NodePresences): Generator<readonly [TopicName, PresenceDiff]> {
    const none = new PresenceState();
    for (const [key, { id }] of new Map([...this.#topics, ...next.#topics])) {
      const before = this.#topics.get(key)?.presences ?? none;
      const after = next.#topics.get(key)?.presences ?? none;
      const joins = after.missingIn(before);
      const leaves = before.missingIn(after);
      const isSame = Object.keys(joins).length + Object.keys(leaves).length === 0;
      if (!isSame) yield [id, { joins, leaves }];
    }
  }
}
