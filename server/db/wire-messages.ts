const mostValues = 65_535;

/**
 * The messages of the extended query protocol, written one after the other into a single buffer, so
 * that a request costs one write. (PostgreSQL manual, 'Message Formats'.)
 */
export class WireMessages {
  #buffer = Buffer.allocUnsafe(4096);
  #at = 0;

  parse(name: string, text: string): this {
    const start = this.#begin(0x50, name.length + 3 * text.length + 4);
    this.#text(name);
    this.#text(text);
    this.#at = this.#buffer.writeInt16BE(0, this.#at);
    return this.#finish(start);
  }

  /** Binds the unnamed portal; text parameters are text, buffers binary; results come as text. */
  bind(name: string, values: readonly (string | Buffer | null)[]): this {
    if (values.length > mostValues) {
      throw new RangeError(`A statement takes at most ${mostValues} values, not ${values.length}.`);
    }
    let room = name.length + 12 + 6 * values.length;
    for (const value of values) room += value === null ? 0 : value.length * 3;
    const start = this.#begin(0x42, room);
    this.#text('');
    this.#text(name);
    this.#at = this.#buffer.writeUInt16BE(values.length, this.#at);
    for (const value of values) {
      this.#at = this.#buffer.writeInt16BE(value instanceof Buffer ? 1 : 0, this.#at);
    }
    this.#at = this.#buffer.writeUInt16BE(values.length, this.#at);
    for (const value of values) this.#value(value);
    this.#at = this.#buffer.writeInt16BE(0, this.#at);
    return this.#finish(start);
  }

  describePortal(): this {
    const start = this.#begin(0x44, 2);
    this.#buffer[this.#at] = 0x50;
    this.#at += 1;
    this.#text('');
    return this.#finish(start);
  }

  execute(): this {
    const start = this.#begin(0x45, 5);
    this.#text('');
    this.#at = this.#buffer.writeInt32BE(0, this.#at);
    return this.#finish(start);
  }

  closeStatement(name: string): this {
    const start = this.#begin(0x43, name.length + 2);
    this.#buffer[this.#at] = 0x53;
    this.#at += 1;
    this.#text(name);
    return this.#finish(start);
  }

  sync(): this {
    return this.#finish(this.#begin(0x53, 0));
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#at);
  }

  #value(value: string | Buffer | null): void {
    if (value === null) {
      this.#at = this.#buffer.writeInt32BE(-1, this.#at);
      return;
    }
    const start = this.#at;
    this.#at += 4;
    this.#at +=
      typeof value === 'string'
        ? this.#buffer.write(value, this.#at)
        : value.copy(this.#buffer, this.#at);
    this.#buffer.writeInt32BE(this.#at - start - 4, start);
  }

  #text(text: string): void {
    this.#at += this.#buffer.write(text, this.#at);
    this.#buffer[this.#at] = 0;
    this.#at += 1;
  }

  /** `room` is the most that the body can take: UTF-8 needs up to 3 bytes for a unit of UTF-16. */
  #begin(code: number, room: number): number {
    const needed = this.#at + room + 5;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
      this.#buffer.copy(larger, 0, 0, this.#at);
      this.#buffer = larger;
    }
    const start = this.#at;
    this.#buffer[start] = code;
    this.#at += 5;
    return start;
  }

  #finish(start: number): this {
    this.#buffer.writeInt32BE(this.#at - start - 1, start + 1);
    return this;
  }
}
