import { callerKey } from '#server/http/caller/caller-key.ts';
import { serviceCaller } from '#server/storage/service-caller.ts';
import type { UploadTarget } from './store-upload.ts';

/** The most uploads of a sender at once: each may take as much room as a file, beyond any quota. */
const maxAtOnce = 20;

/** Returns the sender of an upload; null for the secret key, which has no limit. */
function senderOf(target: UploadTarget, clientAddress: () => string): string | null {
  const { caller, owner, bucket, name } = target;
  // A person can sign any number of URLs.
  if (caller === serviceCaller) return `signed ${owner ?? `${bucket}/${name}`}`;
  return caller.apiKey === 'secret' ? null : callerKey(caller, clientAddress);
}

/** Stores a limited number of uploads of each sender at once. The bytes of others wait to be read. */
export class UploadTurns {
  readonly #counts = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  async run<Result>(
    target: UploadTarget,
    clientAddress: () => string,
    store: () => Promise<Result>,
  ): Promise<Result> {
    const sender = senderOf(target, clientAddress);
    if (sender === null) return store();
    await this.#begin(sender);
    try {
      return await store();
    } finally {
      this.#end(sender);
    }
  }

  async #begin(sender: string): Promise<void> {
    const count = this.#counts.get(sender) ?? 0;
    if (count < maxAtOnce) {
      this.#counts.set(sender, count + 1);
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(sender) ?? [];
    this.#waiting.set(sender, waiting);
    waiting.push(resolve);
    await promise;
  }

  #end(sender: string): void {
    const waiting = this.#waiting.get(sender) ?? [];
    const next = waiting.shift();
    if (waiting.length === 0) this.#waiting.delete(sender);
    const count = this.#counts.get(sender) ?? 1;
    if (next !== undefined) next();
    else if (count > 1) this.#counts.set(sender, count - 1);
    else this.#counts.delete(sender);
  }
}
