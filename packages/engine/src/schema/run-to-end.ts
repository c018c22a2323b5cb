/** Runs a generator that pauses between its parts to its end, without a pause. */
export function runToEnd<Value>(parts: Generator<void, Value>): Value {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}
