/** The values that were used last, found by a text; the one that was not used for longest gives way. */
export class Recent<Value> {
  readonly #values = new Map<string, Value>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  /** The value of a text, made if it is not there. */
  get(text: string, make: () => Value): Value {
    const value = this.#values.has(text) ? (this.#values.get(text) as Value) : make();
    this.#values.delete(text);
    this.#values.set(text, value);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.#size) break;
      this.#values.delete(oldest);
    }
    return value;
  }
}
