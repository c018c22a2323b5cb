import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, PatchOperation } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { hasEnoughRuns, propertyRuns } from "@assay/testing/scale";
import { createRandom, type Random } from "@assay/testing/seeded-random";
import { readAt } from "@assay/testing/verdicts/examine-fixes";
import fc from "fast-check";
import { applyFix } from "./apply-fix.ts";
import { composeFixes } from "./compose-fixes.ts";

test("no fixes make an empty patch, one fix is itself", () => {
  assert.deepEqual(composeFixes([]), []);
  assert.deepEqual(composeFixes([{ patch: [] }]), []);
  const patch: readonly PatchOperation[] = [
    { op: "test", path: "/a", value: 1 },
    { op: "replace", path: "/a", value: 2 },
  ];
  assert.deepEqual(composeFixes([{ patch }]), patch);
});

test("tests come first, then new values, then what changes the structure", () => {
  const one: readonly PatchOperation[] = [
    { op: "test", path: "/a", value: 1 },
    { op: "move", from: "/a", path: "/b" },
  ];
  const other: readonly PatchOperation[] = [
    { op: "test", path: "/c", value: 1 },
    { op: "replace", path: "/c", value: 2 },
    { op: "add", path: "/A", value: 3 },
  ];
  assert.deepEqual(composeFixes([{ patch: one }, { patch: other }]), [one[0], other[0], other[1], other[2], one[1]]);
});

test("later items go before earlier ones, and what is inside before what is around it", () => {
  const remove = (path: string) => ({ patch: [{ op: "remove", path } as const] });
  const paths = ["/list/2", "/list/10", "/list/9/x", "/list/9", "/a", "/list/2/b/c"];
  const order = composeFixes(paths.map(remove)).map(({ path }) => path);
  assert.deepEqual(order, ["/list/2/b/c", "/list/9/x", "/list/10", "/list/9", "/list/2", "/a"]);
});

test("a renamed member takes along what other fixes did inside it", () => {
  const candidate = { nam: { ag: "36", tags: ["a", "a"] } };
  const patch = composeFixes([
    { patch: [{ op: "move", from: "/nam", path: "/name" }] },
    { patch: [{ op: "replace", path: "/nam/ag", value: 36 }] },
    { patch: [{ op: "remove", path: "/nam/tags/1" }] },
  ]);
  assert.deepEqual(applyFix(candidate, patch), { kind: "ok", candidate: { name: { ag: 36, tags: ["a"] } } });
});

test("a move that says nothing about its source stays for whoever applies the patch to refuse", () => {
  const moves = [{ op: "move", path: "/a" } as never, { op: "move", from: "/b", path: "/c" } as const];
  const patch = composeFixes(moves.map((move) => ({ patch: [move] })));
  assert.equal(patch.length, 2);
  assert.equal(applyFix({ b: 1 }, patch).kind, "refused");
});

test("of two fixes for the same path the first is taken, whole, and the second is left out, whole", () => {
  const first: readonly PatchOperation[] = [{ op: "replace", path: "/a", value: 1 }];
  const rivals: readonly (readonly PatchOperation[])[] = [
    [{ op: "replace", path: "/a", value: 2 }],
    [{ op: "remove", path: "/a" }],
    [{ op: "add", path: "/a", value: 2 }],
    [{ op: "move", from: "/a", path: "/b" }],
    [{ op: "move", from: "/b", path: "/a" }],
    [
      { op: "test", path: "/c", value: 1 },
      { op: "replace", path: "/c", value: 2 },
      { op: "replace", path: "/a", value: 2 },
    ],
  ];
  for (const patch of rivals) {
    assert.deepEqual(composeFixes([{ patch: first }, { patch }]), first, JSON.stringify(patch));
    assert.deepEqual(composeFixes([{ patch }, { patch: first }]), composeFixes([{ patch }]), JSON.stringify(patch));
  }
});

test("fixes that only test the same path, or change paths beside it, are all taken", () => {
  const fixes: readonly { readonly patch: readonly PatchOperation[] }[] = [
    {
      patch: [
        { op: "test", path: "/a", value: 1 },
        { op: "replace", path: "/a", value: 2 },
      ],
    },
    {
      patch: [
        { op: "test", path: "/a", value: 1 },
        { op: "replace", path: "/ab", value: 2 },
      ],
    },
    {
      patch: [
        { op: "test", path: "/a", value: 1 },
        { op: "replace", path: "/a/b", value: 2 },
      ],
    },
    { patch: [{ op: "replace", path: "/b/a", value: 2 }] },
  ];
  assert.equal(composeFixes(fixes).length, 7);
});

test("what is not a list of fixes is refused, with its place and what it is", () => {
  const wrong: readonly (readonly [unknown, string])[] = [
    [undefined, "`fixes` must be an array of fixes, but is undefined."],
    [{ patch: [] }, "`fixes` must be an array of fixes, but is an object."],
    [[{ patch: [] }, { title: "x" }], "`fixes[1]` must be a fix, but is an object without a patch."],
    [[{ patch: {} }], "`fixes[0]` must be a fix, but is an object without a patch."],
    [[undefined, null, 5], "`fixes[1]` must be a fix, but is null."],
    [[[]], "`fixes[0]` must be a fix, but is an array."],
  ];
  for (const [fixes, message] of wrong) {
    assert.throws(
      () => composeFixes(fixes as never),
      (error) => error instanceof TypeError && error.message.startsWith(message) && error.message.includes("`repair`"),
      message,
    );
  }
  assert.deepEqual(composeFixes([undefined, { patch: [] }]), []);
});

test("fixes made for one candidate compose into a patch that does what each of them would do", () => {
  let several = 0;
  const property = fc.property(fc.nat(), (seed) => {
    const random = createRandom(seed);
    const candidate = randomCandidate(random);
    const edits = randomEdits(candidate, random);
    if (edits.length > 1) several += 1;
    const result = applyFix(candidate, composeFixes(edits.map(patchOf)));
    assert.deepEqual(result, { kind: "ok", candidate: expected(candidate, edits) });
  });
  fc.assert(property, propertyRuns());
  figure("compositions of several fixes", several, `at least ${propertyRuns().numRuns / 2}`);
  if (hasEnoughRuns) assert.ok(several >= propertyRuns().numRuns / 2);
});

type Edit = { readonly path: string; readonly kind: "replace" | "remove" | "rename" };

function randomCandidate(random: Random): Json {
  const value = (depth: number): Json => {
    const kind = depth === 0 ? 0 : random.below(3);
    if (kind === 0) return random.below(100);
    const items = Array.from({ length: 1 + random.below(3) }, () => value(depth - 1));
    return kind === 1 ? items : Object.fromEntries(items.map((item, index) => [`m${index}`, item]));
  };
  return { list: [value(2), value(2)], object: { m0: value(2), m1: value(1) }, scalar: 1 };
}

// One edit at each of a few places; places inside one another are wanted.
function randomEdits(candidate: Json, random: Random): readonly Edit[] {
  const all: Edit[] = [];
  const visit = (value: Json, path: string, inObject: boolean) => {
    const scalar = typeof value !== "object" || value === null;
    const kinds = [
      ...(scalar ? (["replace"] as const) : []),
      ...(inObject ? (["rename"] as const) : []),
      "remove" as const,
    ];
    if (path !== "" && random.below(4) === 0) all.push({ path, kind: random.pick(kinds) });
    if (scalar) return;
    for (const [name, inner] of Object.entries(value)) visit(inner, `${path}/${name}`, !Array.isArray(value));
  };
  visit(candidate, "", false);
  // In any order, as diagnostics come.
  return all
    .map((edit) => [random.below(1_000), edit] as const)
    .sort(([a], [b]) => a - b)
    .map(([, edit]) => edit);
}

function patchOf({ path, kind }: Edit): { readonly patch: readonly PatchOperation[] } {
  if (kind === "replace") return { patch: [{ op: "replace", path, value: "new" }] };
  return { patch: [kind === "remove" ? { op: "remove", path } : { op: "move", from: path, path: `${path}Renamed` }] };
}

// All edits at once, place by place: the paths of the original mean what they say.
function expected(candidate: Json, edits: readonly Edit[]): Json {
  const kindAt = new Map(edits.map(({ path, kind }) => [path, kind]));
  const copy = (value: Json, path: string): Json => {
    if (kindAt.get(path) === "replace") return "new";
    if (typeof value !== "object" || value === null) return value;
    const parts = Object.keys(value)
      .filter((name) => kindAt.get(`${path}/${name}`) !== "remove")
      .map((name) => {
        const place = `${path}/${name}`;
        const inner = copy(readAt(candidate, place) as Json, place);
        return [kindAt.get(place) === "rename" ? `${name}Renamed` : name, inner] as const;
      });
    return Array.isArray(value) ? parts.map(([, inner]) => inner) : Object.fromEntries(parts);
  };
  return copy(candidate, "");
}
