/** The path to something in a JavaScript value that is not JSON, and what it is. */
export interface NonJson {
  readonly path: string[];
  /** Completes the sentence "Found ...". */
  readonly found: string;
}

/**
 * Finds the first part of a program's value that is not I-JSON (RFC 7493) of bounded depth. Also for values that `readJson`
 * has made: a program may have changed them since.
 */
export function findNonJson(value: unknown, maxDepth = 32): NonJson | undefined {
  try {
    const nonJson = findFirst(value, maxDepth, []);
    nonJson?.path.reverse();
    return nonJson;
  } catch {
    // A getter, a proxy, or a caller's depth beyond what the stack holds.
    return createNonJson("a value that throws when it is read");
  }
}

// As a constant of the file this costs nothing inside `for in`, which then takes half the time of Object.keys.
const { hasOwnProperty: owns } = Object.prototype;

// The path is innermost first until the end: each level adds its token on the way back. `depth` bounds the recursion.
// `names` are the names of the object before: records in an array have the same ones, and each is checked once.
function findFirst(value: unknown, depth: number, names: string[]): NonJson | undefined {
  switch (typeof value) {
    case "string":
      return value.isWellFormed() ? undefined : createNonJson("a string with a lone surrogate");
    case "number":
      return Number.isFinite(value) ? undefined : createNonJson(String(value));
    case "boolean":
      return undefined;
    case "object":
      if (value === null) return undefined;
      if (depth <= 0) return createNonJson("a cycle, or arrays and objects nested too deeply");
      return Array.isArray(value) ? findInList(value, depth - 1, names) : findInObject(value, depth - 1, names);
    case "undefined":
      return createNonJson("undefined");
    default:
      return createNonJson(`a ${typeof value}`);
  }
}

function findInList(list: readonly unknown[], depth: number, names: string[]): NonJson | undefined {
  for (let index = 0; index < list.length; index += 1) {
    const item = list[index];
    const isHole = item === undefined && !Object.hasOwn(list, index);
    const nonJson = isHole ? createNonJson("a hole in an array") : findFirst(item, depth, names);
    if (nonJson) return addToken(String(index), nonJson);
  }
  return undefined;
}

function findInObject(object: object, depth: number, names: string[]): NonJson | undefined {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) return createNonJson(describeInstance(prototype));
  let index = 0;
  for (const name in object) {
    if (!owns.call(object, name)) continue;
    if (name !== names[index] && !name.isWellFormed()) return createNonJson("a property name with a lone surrogate");
    names[index++] = name;
    const nonJson = findFirst((object as Readonly<Record<string, unknown>>)[name], depth, names);
    if (nonJson) return addToken(name, nonJson);
  }
  return undefined;
}

function createNonJson(found: string): NonJson {
  return { path: [], found };
}

function addToken(token: string, nonJson: NonJson): NonJson {
  nonJson.path.push(token);
  return nonJson;
}

function describeInstance(prototype: unknown): string {
  const name: unknown = (prototype as { readonly constructor?: { readonly name?: unknown } }).constructor?.name;
  return typeof name === "string" && /^\w{1,64}$/.test(name) ? `an instance of ${name}` : "an object that is not plain";
}
