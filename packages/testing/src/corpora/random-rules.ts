import type { Json } from "@assay/contract";
import type { Random } from "../seeded-random.ts";

// The members of `self` are lists of numbers (n), texts (s) and objects (o), a wide object (w) and a long text (t).
const sources = {
  int: ["1", "7", "size(self.n)", "self.o[0].a", "size(self.t)", "int('42')"],
  string: ["'abc'", "self.t", "self.s[0]", "string(7)", "self.t + 'x'", "self.o[0].b"],
  ints: ["self.n", "[1, 2, 3]", "self.o.map(O, O.a)", "self.n.filter(N, N > 3)", "(self.n + self.n)"],
  strings: ["self.s", "['a', 'b']", "self.s.map(S, S + 'x')", "self.o.map(O, O.b)"],
  objects: ["self.o", "self.o.filter(O, O.a > 3)"],
  bytes: ["b'abc'", "bytes(self.t)", "bytes(self.t + 'x')", "(bytes(self.t) + b'x')"],
  times: ["self.n.map(N, timestamp(N))", "[timestamp(0)]", "self.n.map(N, timestamp(0) + duration('7s'))"],
  object: ["self.w", "self.o[0]", "{'a': 1, 'b': 'x'}"],
} as const;
type Kind = keyof typeof sources;

/** Creates a random Boolean expression of the given depth. Loop variables are named after their depth. */
export function randomRule(random: Random, depth: number): string {
  return randomBool(random, depth, {});
}

type Scope = { readonly [kind in Kind]?: readonly string[] };

function randomBool(random: Random, depth: number, scope: Scope): string {
  const value = (kind: Kind) => pick(random, [...sources[kind], ...(scope[kind] ?? []), ...(scope[kind] ?? [])]);
  if (depth <= 0) {
    return pick(random, [
      () => `${value("int")} <= ${value("int")}`,
      () => `${value("int")} in ${value("ints")}`,
      () => `${value("string")} in ${value("strings")}`,
      () => `${value("string")} == ${value("string")}`,
      () => `${value("string")}.contains(${value("string")})`,
      () => `${value("string")}.matches('^[a-z]*[0-9]+(x|y)*$')`,
      () => `${value("object")} == ${value("object")}`,
      () => `${value("object")} in ${value("objects")}`,
      () => `${value("strings")} == ${value("strings")}`,
      () => `${value("string")} <= ${value("string")}`,
      () => `${value("bytes")} == ${value("bytes")}`,
      () => `${value("bytes")} in [${value("bytes")}]`,
      () => `size(${value("bytes")} + ${value("bytes")}) > 3`,
      () => `${value("times")} == ${value("times")}`,
      () => `timestamp(7) in ${value("times")}`,
      () => `(${value("int")} && ${value("string")}) || true`,
      () => `has(${value("object")}.a)`,
      () => `${value("object")}.nothing == 1 || true`,
      () => `int(${value("string")}) == 1 || true`,
      () => `size(${value("string")}) > 3`,
      () => `registered(${value("string")})`,
      () => "true",
    ])();
  }
  const inner = (more: Scope = {}) => randomBool(random, depth - 1, merge(scope, more));
  const item = `x${depth}`;
  return pick(random, [
    () => `(${inner()} && ${inner()})`,
    () => `(${inner()} || ${inner()})`,
    () => `(${inner()} ? ${inner()} : ${inner()})`,
    () => `!(${inner()})`,
    () => `${value("ints")}.all(${item}, ${inner({ int: [item] })} || true)`,
    () => `!${value("strings")}.exists(${item}, ${inner({ string: [item] })} && false)`,
    () =>
      `${value("objects")}.all(${item}, ${inner({ object: [item], int: [`${item}.a`], string: [`${item}.b`] })} || true)`,
    () => `${value("objects")}.exists_one(${item}, ${inner({ object: [item] })})`,
    () => `size(${value("ints")}.map(${item}, ${value("int")} + ${item})) >= 0`,
    () => `size(${value("strings")}.filter(${item}, ${inner({ string: [item] })})) >= 0`,
    () => `${value("object")}.all(${item}, ${inner({ string: [item] })} || true)`,
  ])();
}

/** Creates a value for `self`, with the given number of items in each list. */
export function randomSelf(random: Random, items: number, characters: number): Json {
  const times = <Item>(make: (index: number) => Item) => Array.from({ length: items }, (_, index) => make(index));
  return {
    n: times((index) => index),
    s: times((index) => `text ${index}${"y".repeat(random.below(characters))}`),
    o: times((index) => ({ a: index, b: `b${index}`, nothing: null })),
    w: Object.fromEntries(times((index) => [`member ${index}`, index])),
    t: "lorem 7".repeat(Math.ceil(characters)),
  };
}

function merge(a: Scope, b: Scope): Scope {
  const merged: { [kind in Kind]?: readonly string[] } = { ...a };
  for (const [kind, names] of Object.entries(b) as [Kind, readonly string[]][])
    merged[kind] = [...(a[kind] ?? []), ...names];
  return merged;
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[random.below(items.length)] as Item;
}
