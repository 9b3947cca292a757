import type { Client } from 'pg';
import type { Exchange } from './exchange.ts';

/**
 * The exchanges of one connection, answered in the order in which they were written. `pg` is handed
 * one at a time: the next when the server says that it is ready for it, which it says after an
 * error too.
 */
export class ExchangeLine {
  readonly #client: Client;
  readonly #line: Exchange[] = [];
  #ended = false;
  #corked = false;

  /** For a connection that is logged in, and idle. */
  constructor(client: Client) {
    this.#client = client;
    client.connection.on('readyForQuery', () => {
      this.#line.shift();
      this.#begin();
    });
    client.on('end', () => {
      this.#ended = true;
      for (const exchange of this.#line.splice(0)) exchange.handleError(lost());
    });
  }

  send(exchange: Exchange): void {
    if (this.#ended) {
      exchange.handleError(lost());
      return;
    }
    this.#gather();
    this.#client.connection.stream.write(exchange.bytes);
    if (this.#line.push(exchange) === 1) this.#begin();
  }

  /** What is sent in one turn of the event loop goes out in one write, which wakes the server once. */
  #gather(): void {
    if (this.#corked) return;
    const { stream } = this.#client.connection;
    this.#corked = true;
    stream.cork();
    setImmediate(() => {
      this.#corked = false;
      stream.uncork();
    });
  }

  #begin(): void {
    const [first] = this.#line;
    if (first !== undefined) this.#client.query(first);
  }
}

function lost(): Error {
  return new Error('Connection terminated');
}
