/** A place in a JavaScript value that is not JSON data, and what stands there. */
export interface NonJson {
  readonly path: string[];
  /** Completes the sentence "Found ...". */
  readonly found: string;
}

/**
 * Names the first place where a value handed in by a program is not I-JSON data (RFC 7493) of bounded depth.
 * That `readJson` made a value is no reason to leave this out: mostly a part of what was read is handed in, and a
 * program may have changed it since.
 */
export function findNonJson(value: unknown, maxDepth = 32): NonJson | undefined {
  try {
    const place = firstIn(value, maxDepth, []);
    place?.path.reverse();
    return place;
  } catch {
    // A revoked proxy: not even its type can be asked for.
    return here(UNREADABLE);
  }
}

// Inside `for in` this is free where it is a constant of the file, and the loop half of one over Object.keys.
const { hasOwnProperty: owns } = Object.prototype;

const UNREADABLE = "a value that throws when it is read";

// Tokens are innermost first until the end: each level adds its own on the way back. `depth` bounds the recursion.
// `names` are the member names seen last: records in a list have the same ones, and each is looked at once.
function firstIn(value: unknown, depth: number, names: string[]): NonJson | undefined {
  switch (typeof value) {
    case "string":
      return value.isWellFormed() ? undefined : here("a string with half of a surrogate pair");
    case "number":
      return Number.isFinite(value) ? undefined : here(String(value));
    case "boolean":
      return undefined;
    case "object":
      if (value === null) return undefined;
      if (depth <= 0) return here("lists and objects nested too deep, or a cycle");
      return Array.isArray(value) ? firstInList(value, depth - 1, names) : firstInObject(value, depth - 1, names);
    case "undefined":
      return here("undefined");
    default:
      return here(`a ${typeof value}`);
  }
}

function firstInList(list: readonly unknown[], depth: number, names: string[]): NonJson | undefined {
  let i = 0;
  try {
    for (; i < list.length; i++) {
      const item = list[i];
      const place =
        item === undefined && !Object.hasOwn(list, i) ? here("a hole in a list") : firstIn(item, depth, names);
      if (place) return under(String(i), place);
    }
    return undefined;
  } catch {
    // A getter, a proxy, or a caller's depth beyond what the stack holds.
    return under(String(i), here(UNREADABLE));
  }
}

function firstInObject(object: object, depth: number, names: string[]): NonJson | undefined {
  let reading: string | undefined;
  try {
    const prototype: unknown = Object.getPrototypeOf(object);
    if (prototype !== Object.prototype && prototype !== null) return here(instanceName(prototype));
    let index = 0;
    for (const name in object) {
      if (!owns.call(object, name)) continue;
      if (name !== names[index] && !name.isWellFormed()) return here("a member name with half of a surrogate pair");
      names[index++] = name;
      reading = name;
      const place = firstIn((object as Readonly<Record<string, unknown>>)[name], depth, names);
      if (place) return under(name, place);
    }
    return undefined;
  } catch {
    return reading === undefined ? here(UNREADABLE) : under(reading, here(UNREADABLE));
  }
}

function here(found: string): NonJson {
  return { path: [], found };
}

function under(token: string, place: NonJson): NonJson {
  place.path.push(token);
  return place;
}

function instanceName(prototype: unknown): string {
  const name: unknown = (prototype as { readonly constructor?: { readonly name?: unknown } }).constructor?.name;
  return typeof name === "string" && /^\w{1,64}$/.test(name) ? `an instance of ${name}` : "an object that is not plain";
}
