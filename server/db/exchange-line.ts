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
    this.#client.connection.stream.write(exchange.bytes);
    if (this.#line.push(exchange) === 1) this.#begin();
  }

  #begin(): void {
    const [first] = this.#line;
    if (first !== undefined) this.#client.query(first);
  }
}

function lost(): Error {
  return new Error('Connection terminated');
}
