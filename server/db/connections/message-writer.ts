const maxValues = 65_535;

/**
 * Writes messages of the extended query protocol into one buffer, so that a request costs one
 * write. (PostgreSQL manual, 'Message Formats'.)
 */
export class MessageWriter {
  #buffer = Buffer.allocUnsafe(4096);
  #offset = 0;

  parse(name: string, text: string): this {
    const startOffset = this.#beginMessage(0x50, name.length + 3 * text.length + 4);
    this.#writeString(name);
    this.#writeString(text);
    this.#offset = this.#buffer.writeInt16BE(0, this.#offset);
    return this.#finishMessage(startOffset);
  }

  /**
   * Binds the unnamed portal. Strings are sent in text format, buffers in binary; results come as
   * text.
   */
  bind(name: string, values: readonly (string | Buffer | null)[]): this {
    if (values.length > maxValues) {
      throw new RangeError(`A statement takes at most ${maxValues} values, not ${values.length}.`);
    }
    let maxLength = name.length + 12 + 6 * values.length;
    for (const value of values) maxLength += value === null ? 0 : value.length * 3;
    const startOffset = this.#beginMessage(0x42, maxLength);
    this.#writeString('');
    this.#writeString(name);
    this.#offset = this.#buffer.writeUInt16BE(values.length, this.#offset);
    for (const value of values) {
      this.#offset = this.#buffer.writeInt16BE(value instanceof Buffer ? 1 : 0, this.#offset);
    }
    this.#offset = this.#buffer.writeUInt16BE(values.length, this.#offset);
    for (const value of values) this.#writeValue(value);
    this.#offset = this.#buffer.writeInt16BE(0, this.#offset);
    return this.#finishMessage(startOffset);
  }

  describePortal(): this {
    const startOffset = this.#beginMessage(0x44, 2);
    this.#buffer[this.#offset] = 0x50;
    this.#offset += 1;
    this.#writeString('');
    return this.#finishMessage(startOffset);
  }

  execute(): this {
    const startOffset = this.#beginMessage(0x45, 5);
    this.#writeString('');
    this.#offset = this.#buffer.writeInt32BE(0, this.#offset);
    return this.#finishMessage(startOffset);
  }

  closeStatement(name: string): this {
    const startOffset = this.#beginMessage(0x43, name.length + 2);
    this.#buffer[this.#offset] = 0x53;
    this.#offset += 1;
    this.#writeString(name);
    return this.#finishMessage(startOffset);
  }

  sync(): this {
    return this.#finishMessage(this.#beginMessage(0x53, 0));
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#offset);
  }

  #writeValue(value: string | Buffer | null): void {
    if (value === null) {
      this.#offset = this.#buffer.writeInt32BE(-1, this.#offset);
      return;
    }
    const startOffset = this.#offset;
    this.#offset += 4;
    this.#offset +=
      typeof value === 'string'
        ? this.#buffer.write(value, this.#offset)
        : value.copy(this.#buffer, this.#offset);
    this.#buffer.writeInt32BE(this.#offset - startOffset - 4, startOffset);
  }

  #writeString(text: string): void {
    this.#offset += this.#buffer.write(text, this.#offset);
    this.#buffer[this.#offset] = 0;
    this.#offset += 1;
  }

  /**
   * Begins a message. `maxLength` bounds its body: UTF-8 needs up to 3 bytes for a UTF-16 code
   * unit.
   */
  #beginMessage(code: number, maxLength: number): number {
    const needed = this.#offset + maxLength + 5;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
      this.#buffer.copy(larger, 0, 0, this.#offset);
      this.#buffer = larger;
    }
    const startOffset = this.#offset;
    this.#buffer[startOffset] = code;
    this.#offset += 5;
    return startOffset;
  }

  #finishMessage(startOffset: number): this {
    this.#buffer.writeInt32BE(this.#offset - startOffset - 1, startOffset + 1);
    return this;
  }
}
