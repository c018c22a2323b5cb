import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { JsonObject } from "@assay/contract";
import { createCandidate } from "../http/create-envelope.ts";
import { type Service, startService } from "../http/start-service.ts";
import { startScriptedServer } from "../scripted-server.ts";
import { runAssay } from "./test-io.ts";
import { createWorkspace, localOptions } from "./workspace.ts";

const jsonType = { "content-type": "application/json" };
const domain = { targetProduct: "datamint", domainId: "generator-option" };

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

test("every format reports all comments and trailing commas at once", async () => {
  const text = '{\n  // one\n  "generatorId": "a", /* two */\n  "tags": [1, 2,],\n}\n';
  using workspace = createWorkspace();
  workspace.write("draft.json", text);
  const env = { ASSAY_KEY: "ai_test", ASSAY_SERVICE: service.url };
  for (const [command, position] of [
    ["check --format pretty", /--> draft\.json:(\d+):(\d+)/g],
    ["build --format json", /"start": \{\s+"line": (\d+),\s+"column": (\d+)/g],
    ["check --format agent", /^draft\.json:(\d+):(\d+) error malformed-json/gm],
    ["check --format github", /^::error file=draft\.json,line=(\d+),.*?col=(\d+)/gm],
  ] as const) {
    const args = [...command.split(" "), "draft.json", "--domain", "datamint/generator-option"];
    const { code, out } = await runAssay(args, workspace.folder, { env });
    const positions = [...out.matchAll(position)].map(([, line, column]) => `${line}:${column}`);
    assert.deepEqual([code, positions], [1, ["2:3", "3:23", "4:17", "5:1"]], command);
  }
  assert.equal(workspace.read("draft.json"), text);
});

test("a draft for the only domain of a service names none", async () => {
  using workspace = createWorkspace();
  workspace.write("draft.json", createCandidate());
  const env = { ASSAY_KEY: "ai_test", ASSAY_SERVICE: service.url };
  for (const args of [["check"], ["fix"], ["build"], ["check", "--local"]]) {
    const { code, err } = await runAssay([...args, "draft.json"], workspace.folder, { env });
    assert.equal(code, 0, err);
  }
});

test("fix removes comments and trailing commas, in a file and from standard input", async () => {
  using workspace = createWorkspace();
  const fixed = JSON.stringify({ ...domain, candidate: createCandidate() }, null, 2);
  const text = fixed.replace("{", "\ufeff{ // one").replace('"fast"', '"FAST" /* two */').replace(/\}$/, ",}");
  workspace.write("a.json", text);
  const piped = await runAssay(["fix", "-", ...localOptions], workspace.folder, { input: text });
  assert.deepEqual([piped.code, piped.out], [0, `\ufeff${fixed}`], piped.err);
  const { code, out } = await runAssay(["fix", "a.json", ...localOptions], workspace.folder);
  assert.deepEqual(
    [code, ...out.split("\n").slice(0, 2)],
    [0, "fixed: a.json: removed 2 comments and 1 trailing comma", 'fixed: a.json:35:7: changed to "fast"'],
  );
  assert.equal(workspace.read("a.json"), `\ufeff${fixed}`);
});

test("fix --diff prints a diff that git applies, and writes nothing", async () => {
  using workspace = createWorkspace();
  const text = JSON.stringify(addMistake(createCandidate()), null, 2).replace("{", "{ // \u202e ##[error]");
  workspace.write("a.json", text);
  const diffed = await runAssay(["fix", "--diff", "a.json", ...localOptions], workspace.folder);
  assert.deepEqual([diffed.code, workspace.read("a.json")], [1, text], diffed.err);
  assert.doesNotMatch(diffed.out, /\u202e|##\[/);
  workspace.write("a.json", text.replace("// \u202e ##[error]", "// \\u202e #\\u0023[error]"));
  workspace.write("a.diff", diffed.out);
  const patched = await workspace.shell("git apply -p0 a.diff");
  assert.equal(patched.code, 0, patched.stdout);
  const again = await runAssay(["fix", "--diff", "a.json", ...localOptions], workspace.folder);
  assert.deepEqual([again.code, again.out], [0, ""], again.err);
});

test("fix does not overwrite a file that changes while the service checks it", async () => {
  using workspace = createWorkspace();
  const text = `${JSON.stringify(addMistake(createCandidate()), null, 2)}\n`;
  const savedText = text.replace("{", "{ ");
  // Saves the file, as an editor would, and then answers like the service.
  await using proxy = await startScriptedServer(async (response, { url, headers }, body) => {
    workspace.write("a.json", savedText);
    const { authorization = "" } = headers;
    const answer = await fetch(`${service.url}${url}`, {
      method: "POST",
      headers: { ...jsonType, authorization },
      body,
    });
    response.writeHead(answer.status, jsonType).end(await answer.text());
  });
  workspace.write("a.json", text);
  const env = { ASSAY_KEY: "ai_test", ASSAY_SERVICE: proxy.origin };
  const args = ["fix", "a.json", "--domain", "datamint/generator-option"];
  const { code, err } = await runAssay(args, workspace.folder, { env });
  assert.equal(code, 2, err);
  assert.match(err, /was changed by another program/);
  assert.equal(workspace.read("a.json"), savedText);
});

test("fix leaves the owner and the text around the fixed values unchanged", async () => {
  using workspace = createWorkspace();
  const candidate = { ...addMistake(createCandidate()), owner: { kind: " human", id: "ada" } };
  const text = JSON.stringify({ ...domain, candidate }, null, "\t");
  workspace.write("request.json", `\ufeff${text}`);
  const { code } = await workspace.assay("fix", "request.json", ...localOptions);
  assert.equal(code, 1);
  const fixed = text.replace(/"(FAST|REALISTIC)"/g, (word) => word.toLowerCase());
  assert.equal(workspace.read("request.json"), `\ufeff${fixed}`);
});

function addMistake(candidate: JsonObject): JsonObject {
  const strategies = candidate.supportedStrategies as readonly string[];
  return { ...candidate, supportedStrategies: strategies.map((name) => name.toUpperCase()) };
}
