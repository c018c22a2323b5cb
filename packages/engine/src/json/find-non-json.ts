/** The path to a part of a JavaScript value that is not JSON, and a description of that part. */
export interface NonJson {
  readonly path: string[];
  /** The end of a sentence that begins with "Found". */
  readonly description: string;
}

/**
 * Finds the first part of a JavaScript value that is not I-JSON (RFC 7493) or is nested too deeply. Values from
 * `readJson` are checked too, because the program might have changed them.
 */
export function findNonJson(value: unknown, maxDepth = 32): NonJson | undefined {
  try {
    const nonJson = findFirst(value, maxDepth, []);
    nonJson?.path.reverse();
    return nonJson;
  } catch {
    // A getter or a proxy threw, or `maxDepth` allows so much nesting that the stack overflowed.
    return createNonJson("a value that throws when it is read");
  }
}

// A `for in` loop that calls `hasOwnProperty` through a constant takes half as long as Object.keys.
const { hasOwnProperty: owns } = Object.prototype;

// `depth` bounds the recursion. Each level adds its token on return, so the path begins with the innermost token.
// `names` holds the names of the previous object, which are not checked again: objects in an array usually share them.
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

function createNonJson(description: string): NonJson {
  return { path: [], description };
}

function addToken(token: string, nonJson: NonJson): NonJson {
  nonJson.path.push(token);
  return nonJson;
}

function describeInstance(prototype: unknown): string {
  const name: unknown = (prototype as { readonly constructor?: { readonly name?: unknown } }).constructor?.name;
  return typeof name === "string" && /^\w{1,64}$/.test(name) ? `an instance of ${name}` : "an object that is not plain";
}
