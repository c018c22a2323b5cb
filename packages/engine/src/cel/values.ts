import type { Json, JsonObject } from "@assay/contract";
import { type CelInput, type CelList, type CelMap, type CelValue, isCelList, isCelMap } from "@bufbuild/cel";
import { isArray, readMember } from "../json/json.ts";
import type { SpendSteps } from "../meter.ts";

// The library recognizes lists and maps by these symbols. Its own lists and maps treat a plain object with a member
// `$typeName` as a message, lose members that are null, and nest a list one level deeper for each appended item.
const listMark = Symbol.for("@bufbuild/cel/list");
const mapMark = Symbol.for("@bufbuild/cel/map");

/** Converts JSON to CEL values. Each array and object is converted only once, so an object's names are listed once. */
export type ToCel = (value: Json) => CelValue;

/** Whether a number is an int in CEL: an integer that fits into 64 bits. Any other number is a double. */
export function isInt(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63;
}

/** Creates the converter for one candidate. */
export function createToCel(): ToCel {
  const converted = new Map<object, CelValue>();
  const toCel: ToCel = (value) => {
    if (typeof value === "number") {
      if (!isInt(value)) return value;
      // Above 2^53, the digits of `BigInt(value)` can differ from those in the candidate; `String(value)` keeps them.
      return BigInt(Number.isSafeInteger(value) ? value : String(value));
    }
    if (typeof value !== "object" || value === null) return value;
    const existing = converted.get(value);
    if (existing !== undefined) return existing;
    const container: unknown = isArray(value) ? new JsonList(value, toCel) : new JsonMap(value, toCel);
    converted.set(value, container as CelValue);
    return container as CelValue;
  };
  return toCel;
}

/** Concatenates two lists. Appending to the latest result copies only the appended items. */
export function joinLists(left: CelList, right: CelList): CelList {
  const list: unknown = left;
  const joined = list instanceof GrownList && list.isLatest ? list.items : [...left];
  for (const item of right) joined.push(item);
  return new GrownList(joined) as unknown as CelList;
}

/** Counts the items that `joinLists` copies or appends. */
export function countJoinSteps(left: CelList, right: CelList): number {
  const list: unknown = left;
  return right.size + (list instanceof GrownList && list.isLatest ? 0 : left.size);
}

const stepsPerContainer = 10;
const stepsPerItem = 4;
const stepsPerMember = 8;
/** The cost of a timestamp or a duration, which the library compares, adds and formats through reflection. */
export const stepsPerMessage = 40;

/** Spends the steps for everything inside a value, before it is compared with another value. */
export function spendForValue(value: CelInput, spendSteps: SpendSteps): void {
  if (typeof value === "string") spendSteps(1 + value.length / 16);
  else if (value instanceof Uint8Array) spendSteps(1 + value.length / 8);
  else if (isCelList(value)) {
    spendSteps(stepsPerContainer + stepsPerItem * value.size);
    for (const item of value) spendForValue(item, spendSteps);
  } else if (isCelMap(value)) {
    spendSteps(stepsPerContainer + stepsPerMember * value.size);
    for (const [, item] of value) spendForValue(item, spendSteps);
  } else if (typeof value === "object" && value !== null) spendSteps(stepsPerMessage);
}

class JsonList {
  readonly [listMark] = true;
  readonly #items: readonly Json[];
  readonly #toCel: ToCel;

  constructor(items: readonly Json[], toCel: ToCel) {
    this.#items = items;
    this.#toCel = toCel;
  }

  get size(): number {
    return this.#items.length;
  }

  get(index: number): CelValue | undefined {
    return Number.isInteger(index) && index >= 0 && index < this.#items.length
      ? this.#toCel(this.#items[index] as Json)
      : undefined;
  }

  values(): IterableIterator<CelValue> {
    return this.#items.map(this.#toCel).values();
  }

  [Symbol.iterator](): IterableIterator<CelValue> {
    return this.values();
  }
}

class JsonMap {
  readonly [mapMark] = true;
  readonly #members: JsonObject;
  readonly #toCel: ToCel;
  #names: readonly string[] | undefined;
  #sortedNames: readonly string[] | undefined;

  constructor(members: JsonObject, toCel: ToCel) {
    this.#members = members;
    this.#toCel = toCel;
  }

  get #keys(): readonly string[] {
    this.#names ??= Object.keys(this.#members);
    return this.#names;
  }

  get size(): number {
    return this.#keys.length;
  }

  get(name: unknown): CelValue | undefined {
    const value = typeof name === "string" ? readMember(this.#members, name) : undefined;
    return value === undefined ? undefined : this.#toCel(value);
  }

  has(name: unknown): boolean {
    return typeof name === "string" && Object.hasOwn(this.#members, name);
  }

  forEach(callback: (value: CelValue, name: string, map: CelMap) => void): void {
    for (const [name, value] of this) callback(value, name, this as unknown as CelMap);
  }

  // Sorts names as RFC 8785 does, so that a rule has the same result for a draft and for the package built from it.
  keys(): IterableIterator<string> {
    this.#sortedNames ??= this.#keys.toSorted();
    return this.#sortedNames.values();
  }

  *values(): IterableIterator<CelValue> {
    for (const [, value] of this) yield value;
  }

  *entries(): IterableIterator<[string, CelValue]> {
    for (const name of this.#keys) yield [name, this.#toCel(this.#members[name] as Json)];
  }

  [Symbol.iterator](): IterableIterator<[string, CelValue]> {
    return this.entries();
  }
}

// `map` and `filter` build their lists item by item. All intermediate lists share one array; each is a prefix of it.
class GrownList {
  readonly [listMark] = true;
  readonly items: CelValue[];
  readonly size: number;

  constructor(items: CelValue[]) {
    this.items = items;
    this.size = items.length;
  }

  get isLatest(): boolean {
    return this.size === this.items.length;
  }

  get(index: number): CelValue | undefined {
    return index >= 0 && index < this.size ? this.items[index] : undefined;
  }

  *values(): IterableIterator<CelValue> {
    for (let index = 0; index < this.size; index += 1) yield this.items[index] as CelValue;
  }

  [Symbol.iterator](): IterableIterator<CelValue> {
    return this.values();
  }
}
