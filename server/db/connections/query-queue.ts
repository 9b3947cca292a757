import type { Client } from 'pg';
import type { PipelinedQuery } from './pipelined-query.ts';

/**
 * The queries in flight on one connection. The server responds in the order in which they were
 * written. `pg` receives one at a time. The next one follows on ReadyForQuery, which the server
 * sends after errors too.
 */
export class QueryQueue {
  readonly #client: Client;
  readonly #inFlight: PipelinedQuery[] = [];
  #ended = false;
  #corked = false;

  /** Takes over a connection that is logged in and idle. */
  constructor(client: Client) {
    this.#client = client;
    client.connection.on('readyForQuery', () => {
      this.#inFlight.shift();
      this.#submitFirst();
    });
    client.on('end', () => {
      this.#ended = true;
      for (const query of this.#inFlight.splice(0)) query.handleError(connectionTerminated());
    });
  }

  send(query: PipelinedQuery): void {
    if (this.#ended) {
      query.handleError(connectionTerminated());
      return;
    }
    this.#corkUntilNextTurn();
    this.#client.connection.stream.write(query.bytes);
    if (this.#inFlight.push(query) === 1) this.#submitFirst();
  }

  /** Sends all queries of one event loop turn in one write, which wakes the server once. */
  #corkUntilNextTurn(): void {
    if (this.#corked) return;
    const { stream } = this.#client.connection;
    this.#corked = true;
    stream.cork();
    setImmediate(() => {
      this.#corked = false;
      stream.uncork();
    });
  }

  #submitFirst(): void {
    const [first] = this.#inFlight;
    if (first !== undefined) this.#client.query(first);
  }
}

function connectionTerminated(): Error {
  return new Error('Connection terminated');
}
