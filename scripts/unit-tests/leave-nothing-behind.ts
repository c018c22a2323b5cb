import { afterEach, beforeEach, type TestContext } from "node:test";

/** What a test could leave behind for the tests that run after it in the same process, by name. */
type Traces = ReadonlyMap<string, unknown>;

const timer = "a timer";

/** Fails a test, by its name, that leaves a timer, a listener or a changed global behind. */
export function leaveNothingBehind(): void {
  // Tests run one after another, so one begins with what the one before has left.
  let before: Traces | undefined;
  beforeEach(() => {
    before ??= findTraces();
  });
  afterEach((t) => {
    // After the hooks that the test itself has registered; its mocks would be restored only later.
    (t as TestContext).after(() => {
      (t as TestContext).mock.restoreAll();
      const after = findTraces();
      const left = compareTraces(before ?? after, after);
      before = after;
      if (left.length > 0) throw new Error(`This test leaves behind: ${left.join(", ")}. Undo it with t.after.`);
    });
  });
}

/** The names of what is there after a test and was not there, or was different, before. */
export function compareTraces(before: Traces, after: Traces): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    // A timer of an earlier test may end during this one.
    return name === timer ? Number(is ?? 0) > Number(was ?? 0) : !Object.is(was, is);
  });
}

export function findTraces(): Traces {
  const timers = process.getActiveResourcesInfo().filter((name) => name === "Timeout");
  return new Map<string, unknown>([
    [timer, timers.length],
    ["another current directory", process.cwd()],
    ["another exit code", process.exitCode],
    ...process.eventNames().map((name) => [`a listener for ${String(name)}`, process.listenerCount(name)] as const),
    ...Object.entries(process.env).map(([name, value]) => [`process.env.${name}`, value] as const),
    ...members("globalThis", globalThis),
    ...members("console", console),
    ...members("process", process, ["exit", "kill", "emitWarning", "hrtime", "memoryUsage", "stdout", "stderr"]),
    ...[Array, Date, JSON, Map, Math, Number, Object, Promise, RegExp, Set, String].flatMap((owner) => [
      ...members(nameOf(owner), owner),
      ...("prototype" in owner ? members(`${nameOf(owner)}.prototype`, owner.prototype) : []),
    ]),
  ]);
}

function nameOf(owner: object): string {
  return "name" in owner ? String(owner.name) : String(owner).slice("[object ".length, -1);
}

/** The members of an object without running getters, which load what is only there on demand. */
function members(of: string, owner: object, names: readonly string[] = Object.getOwnPropertyNames(owner)) {
  return names.map((name) => {
    const { value, get } = Object.getOwnPropertyDescriptor(owner, name) ?? {};
    return [`${of}.${name}`, value ?? get] as const;
  });
}
