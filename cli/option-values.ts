/** The options of an invocation. */
export class OptionValues {
  readonly #values: ReadonlyMap<string, unknown>;

  /** `values` has one value, or several of an option that is repeatable. */
  constructor(values: ReadonlyMap<string, unknown>) {
    this.#values = values;
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Returns the value that was given last. */
  get(name: string): string | undefined {
    return this.all(name).at(-1);
  }

  all(name: string): string[] {
    return [this.#values.get(name)].flat().filter((value) => typeof value === 'string');
  }
}
