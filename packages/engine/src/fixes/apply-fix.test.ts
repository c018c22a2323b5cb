import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect, isDeepStrictEqual } from "node:util";
import { escapeToken, type Json, type PatchOperation } from "@assay/contract";
import { deepFreeze } from "@assay/testing/candidates/mutate-json";
import { type CaseEdit, patchJson } from "@assay/testing/cases/patch-json";
import { anyJson } from "@assay/testing/corpora/hostile-values";
import { figure } from "@assay/testing/figure";
import { hasEnoughRuns, propertyRuns } from "@assay/testing/scale";
import { createRandom, type Random } from "@assay/testing/seeded-random";
import { readAt } from "@assay/testing/verdicts/examine-fixes";
import fc from "fast-check";
import { applyFix, applyPatch, type FixApplied } from "./apply-fix.ts";

const card: Json = deepFreeze({ a: { b: 1, "": 2, "x/y": 3, "m~n": 4 }, list: ["zero", "one", { two: 2 }], t: "text" });

test("each operation does what RFC 6902 says", () => {
  const done: readonly (readonly [PatchOperation, string, Json | undefined])[] = [
    [{ op: "add", path: "/c", value: null }, "/c", null],
    [{ op: "add", path: "/a/c", value: [] }, "/a/c", []],
    [{ op: "add", path: "/list/0", value: "new" }, "/list", ["new", "zero", "one", { two: 2 }]],
    [{ op: "add", path: "/list/3", value: "new" }, "/list", ["zero", "one", { two: 2 }, "new"]],
    [{ op: "add", path: "/list/-", value: "new" }, "/list", ["zero", "one", { two: 2 }, "new"]],
    [{ op: "add", path: "/list/2/three", value: 3 }, "/list/2", { two: 2, three: 3 }],
    [{ op: "replace", path: "/a/b", value: { c: 1 } }, "/a/b", { c: 1 }],
    [{ op: "replace", path: "/list/1", value: 1 }, "/list", ["zero", 1, { two: 2 }]],
    [{ op: "replace", path: "/list/2/two", value: 3 }, "/list/2", { two: 3 }],
    [{ op: "remove", path: "/a" }, "/a", undefined],
    [{ op: "remove", path: "/list/0" }, "/list", ["one", { two: 2 }]],
    [{ op: "remove", path: "/list/2" }, "/list", ["zero", "one"]],
    [{ op: "remove", path: "/list/2/two" }, "/list/2", {}],
    [{ op: "move", from: "/a/b", path: "/b" }, "/b", 1],
    [{ op: "move", from: "/a/b", path: "/b" }, "/a/b", undefined],
    [{ op: "move", from: "/list/0", path: "/list/2" }, "/list", ["one", { two: 2 }, "zero"]],
    [{ op: "move", from: "/list/2", path: "/list/0" }, "/list", [{ two: 2 }, "zero", "one"]],
    [{ op: "move", from: "/list/0", path: "/list/-" }, "/list", ["one", { two: 2 }, "zero"]],
    [{ op: "move", from: "/list/2/two", path: "/list/0" }, "/list", [2, "zero", "one", {}]],
    [{ op: "move", from: "/t", path: "/t" }, "", card],
    [{ op: "move", from: "/list/1", path: "/list/1" }, "", card],
    [{ op: "move", from: "/a", path: "/ab" }, "/ab/b", 1],
    [{ op: "move", from: "/t", path: "/a/t" }, "/a/t", "text"],
    [{ op: "move", from: "/list/0", path: "/list/1/zero" }, "/list", ["one", { two: 2, zero: "zero" }]],
    [{ op: "test", path: "/list/2", value: { two: 2 } }, "", card],
    [{ op: "test", path: "", value: card }, "", card],
  ];
  for (const [operation, path, value] of done) {
    assert.deepEqual(readAt(applied(applyFix(card, [operation])), path), value, JSON.stringify(operation));
  }
});

test("an empty patch changes nothing, and operations build on each other", () => {
  assert.deepEqual(applyFix(card, []), { kind: "ok", candidate: card });
  const patch: readonly PatchOperation[] = [
    { op: "add", path: "/new", value: {} },
    { op: "add", path: "/new/list", value: [] },
    { op: "add", path: "/new/list/-", value: 1 },
    { op: "move", from: "/new/list", path: "/numbers" },
    { op: "test", path: "/numbers", value: [1] },
    { op: "remove", path: "/new" },
  ];
  assert.deepEqual(applied(applyFix(card, patch)), { ...(card as object), numbers: [1] });
});

test("adding a member that is there replaces it, in its place", () => {
  const changed = applied(applyFix(card, [{ op: "add", path: "/a", value: 1 }]));
  assert.equal(JSON.stringify(changed), JSON.stringify({ ...(card as object), a: 1 }));
});

test("the whole candidate can be replaced, but not taken away", () => {
  assert.deepEqual(applyFix(card, [{ op: "replace", path: "", value: 7 }]), { kind: "ok", candidate: 7 });
  assert.deepEqual(applyFix(card, [{ op: "add", path: "", value: null }]), { kind: "ok", candidate: null });
  refuses([{ op: "remove", path: "" }]);
  refuses([{ op: "move", from: "", path: "" }]);
});

test("a test compares values, whatever the order of members and the spelling of numbers", () => {
  const candidate = { a: { x: 1, y: [0] }, n: 0 };
  const holds = (path: string, value: Json) => applyFix(candidate, [{ op: "test", path, value }]).kind === "ok";
  assert.ok(holds("/a", { y: [0], x: 1 }));
  assert.ok(holds("/n", -0));
  assert.ok(holds("/a/y/0", 0));
  for (const value of ["0", false, null, [0], {}, ""]) assert.ok(!holds("/n", value), JSON.stringify(value));
  assert.ok(!holds("/a", { x: 1 }));
  assert.ok(!holds("/a", { x: 1, y: [0], z: 0 }));
  assert.ok(!holds("/none", null));
});

test("what an operation needs must be there", () => {
  for (const path of [
    "/none",
    "/none/b",
    "/a/none",
    "/a/none/c",
    "/t/0",
    "/t/length",
    "/list/3",
    "/list/none",
    "/list/2/none",
    "/list/2/two/x",
    "/a/b/c",
  ]) {
    refuses([{ op: "replace", path, value: 1 }]);
    refuses([{ op: "remove", path }]);
    refuses([{ op: "test", path, value: 1 }]);
    refuses([{ op: "move", from: path, path: "/c" }]);
  }
  for (const path of ["/none/b", "/a/none/c", "/t/0", "/a/b/c", "/list/4", "/list/none", "/list/3/x", "/list/-/x"]) {
    refuses([{ op: "add", path, value: 1 }]);
    refuses([{ op: "move", from: "/a/", path }]);
  }
});

test("an index is written as RFC 6901 says, and only adding may speak of the end", () => {
  for (const token of ["00", "01", "+1", "-1", "1.0", "1e0", " 1", "1 ", "0x1", "", "١", "-0", "length"]) {
    refuses([{ op: "add", path: `/list/${token}`, value: 1 }]);
    refuses([{ op: "replace", path: `/list/${token}`, value: 1 }]);
    refuses([{ op: "remove", path: `/list/${token}` }]);
    refuses([{ op: "test", path: `/list/${token}`, value: "one" }]);
    refuses([{ op: "replace", path: `/list/${token}/two`, value: 1 }]);
    refuses([{ op: "move", from: `/list/${token}`, path: "/c" }]);
  }
  refuses([{ op: "replace", path: "/list/-", value: 1 }]);
  refuses([{ op: "remove", path: "/list/-" }]);
  refuses([{ op: "test", path: "/list/-", value: "zero" }]);
  refuses([{ op: "move", from: "/list/-", path: "/c" }]);
});

test("names with a slash, a tilde or nothing in them are reached by their escapes", () => {
  const value = (path: string) => applied(applyFix(card, [{ op: "move", from: path, path: "/found" }]));
  assert.equal(readAt(value("/a/x~1y"), "/found"), 3);
  assert.equal(readAt(value("/a/m~0n"), "/found"), 4);
  assert.equal(readAt(value("/a/"), "/found"), 2);
  assert.deepEqual(applied(applyFix({}, [{ op: "add", path: "/~01", value: 1 }])), { "~1": 1 });
});

test("what is not a JSON Pointer is refused, in path and in from", () => {
  for (const pointer of ["a", "a/b", "#/a", "/a~", "/a~2", "/~/a", " /a", 5, null, undefined, ["a"], { a: 1 }]) {
    refuses([{ op: "test", path: pointer, value: 1 }]);
    refuses([{ op: "add", path: pointer, value: 1 }]);
    refuses([{ op: "remove", path: pointer }]);
    refuses([{ op: "move", from: "/t", path: pointer }]);
    refuses([{ op: "move", from: pointer, path: "/c" }]);
  }
  refuses([{ op: "move", path: "/c" }]);
  refuses([{ op: "remove" }]);
});

test("no patch leads through a prototype, even where a member has such a name", () => {
  const candidate = JSON.parse(
    '{"__proto__":{"x":1},"constructor":{"prototype":{}},"prototype":1,"list":[{}]}',
  ) as Json;
  deepFreeze(candidate);
  for (const name of ["__proto__", "constructor", "prototype"]) {
    for (const path of [`/${name}`, `/${name}/x`, `/list/0/${name}`, `/list/${name}`, `/list/0/${name}/polluted`]) {
      refuses([{ op: "add", path, value: 1 }], candidate);
      refuses([{ op: "replace", path, value: 1 }], candidate);
      refuses([{ op: "test", path, value: 1 }], candidate);
      refuses([{ op: "remove", path }], candidate);
      refuses([{ op: "move", from: path, path: "/c" }], candidate);
      refuses([{ op: "move", from: "/list", path }], candidate);
    }
  }
  assert.equal(({} as { x?: unknown }).x, undefined);
});

test("members with such names are carried along, as members", () => {
  const candidate = JSON.parse('{"a":1,"__proto__":{"x":1}}') as Json;
  const value = JSON.parse('{"__proto__":{"y":2}}') as Json;
  const changed = applied(applyFix(deepFreeze(candidate), [{ op: "add", path: "/b", value }]));
  assert.equal(JSON.stringify(changed), '{"a":1,"__proto__":{"x":1},"b":{"__proto__":{"y":2}}}');
  assert.equal(Object.getPrototypeOf(changed), Object.prototype);
});

test("a value cannot move into itself, but may move beside itself", () => {
  refuses([{ op: "move", from: "/a", path: "/a/b" }]);
  refuses([{ op: "move", from: "/a", path: "/a/new/deeper" }]);
  refuses([{ op: "move", from: "/list/2", path: "/list/2/two" }]);
  refuses([{ op: "move", from: "", path: "/a" }]);
  assert.equal(applyFix(card, [{ op: "move", from: "/a/b", path: "/a/bc" }]).kind, "ok");
  assert.equal(applyFix(card, [{ op: "move", from: "/a/b", path: "/a" }]).kind, "ok");
});

test("whatever the wire brings instead of a patch is refused, never thrown on", () => {
  for (const patch of [null, undefined, 5, "patch", true, {}, { 0: { op: "remove", path: "/a" }, length: 1 }]) {
    const result = applyFix(card, patch as never);
    assert.deepEqual([result.kind, "operation" in result && result.operation], ["refused", 0], JSON.stringify(patch));
  }
  for (const operation of [null, undefined, 5, "remove", [], ["remove", "/a"], {}, { op: "remove" }, { path: "/a" }]) {
    refuses([operation]);
  }
  for (const op of ["copy", "Remove", "", null, 5, "__proto__", "toString", ["remove"]])
    refuses([{ op, path: "/a", value: 1 }]);
  const circle: Record<string, unknown> = {};
  circle.again = circle;
  for (const value of [undefined, Number.NaN, 1n, () => 1, new Date(0), "\ud800", circle]) {
    refuses([{ op: "add", path: "/c", value }]);
    refuses([{ op: "replace", path: "/a", value: [value] }]);
    refuses([{ op: "test", path: "/a", value }]);
  }
});

test("the operation that failed is named, with a reason, and nothing of the patch is done", () => {
  const good: PatchOperation = { op: "replace", path: "/t", value: "changed" };
  const bad: PatchOperation = { op: "remove", path: "/none" };
  for (const [patch, index] of [
    [[bad], 0],
    [[good, bad], 1],
    [[good, good, bad, good], 2],
    [[good, good, good, { op: "test", path: "/t", value: "text" }], 3],
  ] as const) {
    const result = applyFix(card, patch);
    assert.ok(result.kind === "refused");
    assert.equal(result.operation, index);
    assert.match(result.reason, /^[a-z][a-z ,JSONPointer]+$/);
    assert.deepEqual(Object.keys(result), ["kind", "operation", "reason"]);
  }
});

test("what is not JSON is named before anything is applied: the candidate, or the operation with such a value", () => {
  const remove: PatchOperation = { op: "remove", path: "/none" };
  const bad = { op: "add", path: "/c", value: [1n] } as never;
  assert.deepEqual(applyFix({ a: undefined }, [remove, bad]), {
    kind: "refused",
    operation: 0,
    reason: "the candidate is not JSON",
  });
  assert.deepEqual(applyFix(card, [remove, bad]), {
    kind: "refused",
    operation: 1,
    reason: "the value of the operation is not JSON",
  });
  // Without a value, it is the operation itself that is wrong.
  for (const other of [null, 5, {}, remove]) {
    const result = applyFix(card, [remove, other as never]);
    assert.equal(result.kind === "refused" && result.operation, 0, JSON.stringify(other));
  }
});

test("each way to fail has a reason of its own", () => {
  const ways: readonly (readonly PatchOperation[])[] = [
    [
      { op: "remove", path: "a" },
      { op: "test", path: "/~", value: 1 },
      { op: "move", from: "t", path: "/c" },
    ],
    [
      { op: "remove", path: "/constructor" },
      { op: "move", from: "/a/prototype", path: "/c" },
      { op: "move", from: "/t", path: "/__proto__" },
    ],
    [
      { op: "remove", path: "/none" },
      { op: "replace", path: "/a/none", value: 1 },
      { op: "add", path: "/none/x", value: 1 },
      { op: "add", path: "/none/x/y", value: 1 },
    ],
    [
      { op: "remove", path: "/list/3" },
      { op: "add", path: "/list/4", value: 1 },
      { op: "replace", path: "/list/-/x", value: 1 },
    ],
    [
      { op: "remove", path: "/t/x" },
      { op: "add", path: "/a/b/c", value: 1 },
    ],
    [{ op: "move", from: "/a", path: "/a/b" }],
    [
      { op: "move", from: "/none", path: "/c" },
      { op: "move", from: "/list/7", path: "/c" },
    ],
    [{ op: "remove", path: "" }],
    [
      { op: "test", path: "/t", value: "other" },
      { op: "test", path: "/none", value: "other" },
    ],
    [{ op: "add", path: "/c" } as never, { op: "test", path: "/t" } as never],
    [{ op: "copy", from: "/t", path: "/c" } as never],
    [5 as never],
  ];
  const reasons = ways.map((patch) => new Set(patch.map((operation) => reasonOf([operation]))));
  assert.ok(!reasons.some((reason) => reason.has("")));
  for (const [index, reason] of reasons.entries()) assert.equal(reason.size, 1, JSON.stringify(ways[index]));
  assert.equal(new Set(reasons.flatMap((reason) => [...reason])).size, ways.length);
});

test("each array and each object on the path is copied once, at a cost", () => {
  const priceOf = (...patch: readonly PatchOperation[]) => {
    let paid = 0;
    const result = applyPatch(card, patch, (steps) => {
      paid += steps;
    });
    assert.equal(result.kind, "ok");
    return paid;
  };
  const [top, list, inList]: readonly PatchOperation[] = [
    { op: "replace", path: "/t", value: 1 },
    { op: "replace", path: "/list/0", value: 1 },
    { op: "replace", path: "/list/2/two", value: 3 },
  ];
  assert.ok(top && list && inList);
  assert.equal(priceOf({ op: "test", path: "/t", value: "text" }), 0);
  // Three members, at nine eighths of a step each.
  assert.equal(priceOf(top), (9 * 3) / 8);
  // And three items, at an eighth of a step each.
  assert.equal(priceOf(list), (9 * 3 + 3) / 8);
  assert.ok(priceOf(inList) > priceOf(list));
  assert.equal(priceOf(top, list, inList, inList, list, top), priceOf(inList));
  assert.equal(priceOf(inList, { op: "remove", path: "/list/0" }, { op: "remove", path: "/t" }), priceOf(inList));
});

test("the candidate and the patch stay as they were, and what is not touched is shared", () => {
  const patch = deepFreeze([
    { op: "add", path: "/a/c", value: [1] },
    { op: "add", path: "/a/c/-", value: 2 },
    { op: "remove", path: "/list/0" },
    { op: "move", from: "/a/c", path: "/list/-" },
  ] as never as Json) as never as readonly PatchOperation[];
  const before = JSON.stringify(card);
  const changed = applied(applyFix(card, patch)) as { readonly list: readonly Json[] };
  assert.deepEqual(changed.list, ["one", { two: 2 }, [1, 2]]);
  assert.equal(changed.list[1], readAt(card, "/list/2"));
  assert.equal(JSON.stringify(card), before);
  assert.equal(JSON.stringify(patch[0]), '{"op":"add","path":"/a/c","value":[1]}');
});

test("any patch ends as another implementation of RFC 6902 ends it, at the same operation", () => {
  const outcomes = { ok: 0, refused: 0 };
  const property = fc.property(
    anyJson,
    fc.nat(),
    fc.array(anyJson, { minLength: 1, maxLength: 4 }),
    (any, seed, values) => {
      const random = createRandom(seed);
      const candidate = deepFreeze({
        some: any,
        list: values.slice(0, 3),
        object: { a: 1, b: [{}], "c/d~": null },
      } as Json);
      const patch: PatchOperation[] = [];
      let current: Json = candidate;
      let failed: number | undefined;
      for (const [index, value] of values.entries()) {
        const operation = randomOperation(current, value, random);
        patch.push(operation);
        const next: { readonly value: Json } | undefined = expected(current, operation);
        if (!next) failed ??= index;
        else if (failed === undefined) current = next.value;
      }
      const result = applyFix(candidate, patch);
      outcomes[result.kind] += 1;
      if (result.kind === "ok") assert.deepEqual([result.candidate, undefined], [current, failed]);
      else assert.equal(result.operation, failed);
    },
  );
  fc.assert(property, propertyRuns());
  const { numRuns } = propertyRuns();
  figure(`random patches applied as by another implementation, of ${numRuns}`, outcomes.ok, "at least a quarter");
  figure(`random patches refused at the same operation, of ${numRuns}`, outcomes.refused, "at least a quarter");
  if (hasEnoughRuns) assert.ok(outcomes.ok >= numRuns / 4 && outcomes.refused >= numRuns / 4);
});

test("no JSON value makes it throw, as a patch or as part of one", () => {
  const anything = fc.oneof(
    anyJson,
    fc.array(anyJson, { maxLength: 3 }),
    fc.array(
      fc.record({ op: fc.constantFrom("add", "move", "test", "remove", "replace"), path: anyJson, from: anyJson }),
      {
        maxLength: 3,
      },
    ),
  );
  const property = fc.property(anyJson, anything, (candidate, patch) => {
    const result = applyFix(deepFreeze(candidate), patch as never);
    assert.ok(result.kind === "ok" || result.reason !== "");
  });
  fc.assert(property, propertyRuns());
});

function applied(result: FixApplied): Json {
  assert.ok(result.kind === "ok", JSON.stringify(result));
  return result.candidate;
}

function refuses(patch: readonly unknown[], candidate = card): void {
  assert.equal(applyFix(candidate, patch as never).kind, "refused", inspect(patch));
}

function reasonOf(patch: readonly PatchOperation[]): string {
  const result = applyFix(card, patch);
  return result.kind === "refused" ? result.reason : "";
}

const forbidden = new Set(["__proto__", "constructor", "prototype"]);

// Mostly places that are there; some that are nearly.
function randomPath(document: Json, random: Random): string {
  let path = "";
  let value: Json | undefined = document;
  for (let depth = random.below(4); depth >= 0; depth -= 1) {
    const names = typeof value === "object" && value !== null ? Object.keys(value) : [];
    if (names.length === 0 && random.below(20) > 0) return path;
    const others = Array.isArray(value) ? ["-", String(names.length), "01"] : ["new", "a", "0"];
    const token = names.length === 0 || random.below(12) === 0 ? random.pick(others) : random.pick(names);
    if (forbidden.has(token)) return path;
    path += `/${escapeToken(token)}`;
    value = readAt(document, path);
  }
  return random.below(40) === 0 ? "" : path;
}

function randomOperation(document: Json, value: Json, random: Random): PatchOperation {
  const path = randomPath(document, random);
  switch (random.below(6)) {
    case 0:
      return { op: "remove", path };
    case 1:
      return { op: "replace", path, value };
    case 2:
      return { op: "move", from: randomPath(document, random), path };
    case 3:
      return { op: "test", path, value: random.below(4) === 0 ? value : (readAt(document, path) ?? value) };
    default:
      return { op: "add", path, value };
  }
}

function expected(document: Json, operation: PatchOperation): { readonly value: Json } | undefined {
  if (operation.op === "test") {
    return isDeepStrictEqual(readAt(document, operation.path), operation.value) ? { value: document } : undefined;
  }
  // A candidate is never taken away as a whole; the other implementation does not mind.
  if (operation.op === "remove" && operation.path === "") return undefined;
  if (operation.op === "move" && (operation.from === "" || operation.path.startsWith(`${operation.from}/`)))
    return undefined;
  try {
    return { value: patchJson(document, [operation as CaseEdit]) };
  } catch {
    return undefined;
  }
}
