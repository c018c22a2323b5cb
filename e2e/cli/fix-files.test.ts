import assert from "node:assert/strict";
import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { run } from "@assay/cli/run";
import { createClient } from "@assay/client";
import { type Fix, type Json, type JsonObject, type PatchOperation, unescapeToken } from "@assay/contract";
import { applyFix, composeFixes } from "@assay/engine";
import { tangledCandidate } from "@assay/testing/candidates/tangled-candidates";
import { jsonLayouts } from "@assay/testing/cases/json-layouts";
import { figure } from "@assay/testing/figure";
import { scaled, seed } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { aCandidate, type Service, startService } from "../http/service.ts";
import { type Desk, localFiles, setUpDesk } from "./assay.ts";
import { createTestIo } from "./test-io.ts";

const count = scaled({ quick: 40, ci: 60, full: 1_000 });
const domain = { targetProduct: "datamint", domainId: "generator-option" };

let service: Service;
let desk: Desk;
before(async () => {
  service = await startService();
  desk = setUpDesk();
});
after(async () => {
  desk[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

test("every comment and comma after a last item is reported at once, in each format, and fix leaves them", async () => {
  const text = '{\n  // one\n  "generatorId": "a", /* two */\n  "tags": [1, 2,],\n}\n';
  const places = ["2:3", "3:23", "4:17", "5:1"];
  using own = setUpDesk();
  own.write("draft.json", text);
  const reported = async (command: string, format: string, place: RegExp) => {
    const { io, out } = createTestIo(own.folder, { env: { ASSAY_KEY: "ai_test", ASSAY_SERVICE: service.url } });
    const options = command === "fix" ? [] : ["--format", format];
    assert.equal(await run([command, "draft.json", "--domain", "datamint/generator-option", ...options], io), 1);
    return [...out().matchAll(place)].map(([, line, column]) => `${line}:${column}`);
  };
  assert.deepEqual(await reported("check", "pretty", /--> draft\.json:(\d+):(\d+)/g), places);
  assert.deepEqual(await reported("fix", "pretty", /--> draft\.json:(\d+):(\d+)/g), places);
  assert.deepEqual(await reported("build", "json", /"start": \{\s+"line": (\d+),\s+"column": (\d+)/g), places);
  assert.deepEqual(await reported("check", "agent", /^draft\.json:(\d+):(\d+) error malformed-json/gm), places);
  assert.deepEqual(await reported("check", "github", /^::error file=draft\.json,line=(\d+),.*?col=(\d+)/gm), places);
  assert.equal(own.read("draft.json"), text);
});

test("fix changes nothing outside its fixes, byte for byte", async () => {
  desk.write("assay.json", { service: service.url, ...domain });
  const client = createClient({ service: service.url, key: "ai_test" });
  const random = createRandom(seed);
  let [changed, untouched, fixes] = [0, 0, 0];
  for (let index = 0; index < count; index += 1) {
    const candidate = withMistake(tangledCandidate(random) as JsonObject, index);
    const layout = jsonLayouts[index % jsonLayouts.length] ?? assert.fail();
    const isRequest = index % 5 === 4;
    const mark = index % 3 === 2 ? "\ufeff" : "";
    const text = layout.write(isRequest ? { ...domain, candidate } : candidate);
    const name = `${index}.json`;
    desk.write(name, mark + text);
    const mode = index % 2 === 0 ? 0o600 : 0o664;
    chmodSync(join(desk.folder, name), mode);
    const offered = fixesOf((await client.validate({ ...domain, candidate })).diagnostics);

    const { io, err } = createTestIo(desk.folder, { env: { ASSAY_KEY: "ai_test", ASSAY_SERVICE: service.url } });
    const code = await run(["fix", name], io);
    assert.ok(code === 0 || code === 1, err());
    const written = readFileSync(join(desk.folder, name), "utf8");
    assert.equal(statSync(join(desk.folder, name)).mode & 0o777, mode);
    assert.ok(written.startsWith(mark) && written.startsWith("\ufeff") === (mark !== ""));
    const after = written.slice(mark.length);
    if (offered.length === 0) {
      assert.equal(after, text);
      untouched += 1;
      continue;
    }
    changed += 1;
    fixes += offered.length;
    const patch = composeFixes(offered);
    const expected = applyFix(candidate, patch);
    assert.ok(expected.kind === "ok");
    const found = JSON.parse(after) as JsonObject;
    const fixed = (isRequest ? found.candidate : found) as Json;
    assert.deepEqual(fixed, expected.candidate, name);
    assertOnlyTouched(text, after, patch, isRequest ? ["candidate"] : [], name);
  }
  figure("files that fix was run on", count, scaled({ quick: 40, ci: 60, full: 1_000 }));
  figure("of them changed, with nothing else changed", `${changed} (${fixes} fixes)`, "all that have a fix");
  figure("of them without a fix, and left as they are", untouched, "all others");
  assert.ok(changed > count / 4);
});

for (const at of [
  "before:openSync",
  "after:openSync",
  "before:writeSync",
  "after:writeSync",
  "before:fsyncSync",
  "before:renameSync",
  "after:renameSync",
]) {
  test(`a fix that is killed ${at.replace(":", " ")} leaves the whole old file or the whole new one`, async () => {
    using own = setUpDesk();
    const text = `${JSON.stringify(withMistake(aCandidate(), 0), null, 2)}\n`;
    own.write("a.json", text);
    own.env.KILL_AT = at;
    own.env.NODE_OPTIONS = `--import=${join(import.meta.dirname, "kill-at.ts")}`;
    const killed = await own.assay("fix", "a.json", ...localFiles);
    assert.equal(killed.code, null, killed.stderr);
    const left = own.read("a.json");
    if (at === "after:renameSync") {
      assert.notEqual(left, text);
      JSON.parse(left);
    } else assert.equal(left, text);
  });
}

test("a file that changes while the service is asked is not overwritten", async () => {
  using own = setUpDesk();
  own.write("assay.json", { service: service.url, ...domain });
  const text = `${JSON.stringify(withMistake(aCandidate(), 0), null, 2)}\n`;
  own.write("a.json", text);
  const { io, err } = createTestIo(own.folder, { env: { ASSAY_KEY: "ai_test", ASSAY_SERVICE: service.url } });
  const running = run(["fix", "a.json"], io);
  // It was read at once; the service has not answered yet.
  own.write("a.json", text.replace("{", "{ "));
  const code = await running;
  assert.ok(code === 2 || own.read("a.json").startsWith("{ "), err());
});

function fixesOf(
  diagnostics: readonly { readonly needs: string; readonly fixes?: readonly unknown[] }[],
): readonly Fix[] {
  return diagnostics
    .filter(({ needs }) => needs === "edit")
    .flatMap(({ fixes = [] }) => (fixes as readonly Fix[]).filter(({ patch }) => patch).slice(0, 1));
}

function withMistake(candidate: JsonObject, index: number): JsonObject {
  const strategies = Array.isArray(candidate.supportedStrategies) ? candidate.supportedStrategies : [];
  if (index % 4 === 3) return candidate;
  return { ...candidate, supportedStrategies: strategies.map((name) => String(name).toUpperCase()) };
}

/** Everything before the first and after the last touched value is the same, and so is every line without one. */
function assertOnlyTouched(
  before: string,
  after: string,
  patch: readonly PatchOperation[],
  prefix: readonly string[],
  name: string,
): void {
  const root = parseTree(before) ?? assert.fail();
  const ranges = patch
    .filter(({ op }) => op !== "test")
    .flatMap((operation) => (operation.op === "move" ? [operation.from, operation.path] : [operation.path]))
    .flatMap((pointer) => rangesOf(root, [...prefix, ...pointer.split("/").slice(1)]));
  const start = Math.min(...ranges.map(({ from }) => from));
  const end = before.length - Math.max(...ranges.map(({ to }) => to));
  assert.equal(after.slice(0, start), before.slice(0, start), name);
  assert.equal(after.slice(after.length - end), before.slice(before.length - end), name);
  let offset = 0;
  let found = 0;
  const lines = after.split("\n");
  for (const line of before.split("\n")) {
    const [from, to] = [offset, offset + line.length];
    offset = to + 1;
    if (ranges.some((range) => range.from <= to && range.to >= from)) continue;
    const at = lines.indexOf(line, found);
    assert.ok(at >= 0, `${name}: ${JSON.stringify(line)} is gone`);
    found = at + 1;
  }
}

// A value with its neighbours' separators; for one that is not there yet, the end of what it is added to.
function rangesOf(root: Node, tokens: readonly string[]): readonly { readonly from: number; readonly to: number }[] {
  const path = tokens.map(unescapeToken);
  const node = nodeAt(root, path);
  if (!node) {
    const parent = nodeAt(root, path.slice(0, -1));
    const last = parent?.children?.at(-1);
    return parent ? [{ from: (last ?? parent).offset, to: parent.offset + parent.length }] : [];
  }
  const item = node.parent?.type === "property" ? node.parent : node;
  const siblings = item.parent?.children ?? [item];
  const index = siblings.indexOf(item);
  const [previous, next] = [siblings[index - 1], siblings[index + 1]];
  return [
    {
      from: previous ? previous.offset + previous.length : (item.parent?.offset ?? 0),
      to: next ? next.offset : item.parent ? item.parent.offset + item.parent.length : root.length,
    },
  ];
}

function nodeAt(root: Node, path: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const token of path) {
    const at: string | number = node?.type === "array" ? Number(token) : token;
    node = node && findNodeAtLocation(node, [at]);
  }
  return node;
}
