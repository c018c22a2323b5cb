import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { run } from "@assay/cli/run";
import type { JsonObject } from "@assay/contract";
import { createCandidate, type Service, startService } from "../http/service.ts";
import { localFiles, setUpDesk } from "./desk.ts";
import { createTestIo, runAssay } from "./test-io.ts";

const domain = { targetProduct: "datamint", domainId: "generator-option" };

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

test("all comments and trailing commas are reported at once, in every format, and fix does not touch them", async () => {
  const text = '{\n  // one\n  "generatorId": "a", /* two */\n  "tags": [1, 2,],\n}\n';
  const places = ["2:3", "3:23", "4:17", "5:1"];
  using desk = setUpDesk();
  desk.write("draft.json", text);
  const reportPlaces = async (command: string, format: string, place: RegExp) => {
    const env = { ASSAY_KEY: "ai_test", ASSAY_SERVICE: service.url };
    const options = command === "fix" ? [] : ["--format", format];
    const args = [command, "draft.json", "--domain", "datamint/generator-option", ...options];
    const { code, out } = await runAssay(args, desk.folder, { env });
    assert.equal(code, 1);
    return [...out.matchAll(place)].map(([, line, column]) => `${line}:${column}`);
  };
  assert.deepEqual(await reportPlaces("check", "pretty", /--> draft\.json:(\d+):(\d+)/g), places);
  assert.deepEqual(await reportPlaces("fix", "pretty", /--> draft\.json:(\d+):(\d+)/g), places);
  assert.deepEqual(await reportPlaces("build", "json", /"start": \{\s+"line": (\d+),\s+"column": (\d+)/g), places);
  assert.deepEqual(await reportPlaces("check", "agent", /^draft\.json:(\d+):(\d+) error malformed-json/gm), places);
  assert.deepEqual(
    await reportPlaces("check", "github", /^::error file=draft\.json,line=(\d+),.*?col=(\d+)/gm),
    places,
  );
  assert.equal(desk.read("draft.json"), text);
});

test("fix does not overwrite a file that changes while the service checks it", async () => {
  using desk = setUpDesk();
  desk.write("assay.json", { service: service.url, ...domain });
  const text = `${JSON.stringify(addMistake(createCandidate()), null, 2)}\n`;
  desk.write("a.json", text);
  const { io, err } = createTestIo(desk.folder, { env: { ASSAY_KEY: "ai_test", ASSAY_SERVICE: service.url } });
  const running = run(["fix", "a.json"], io);
  // The file has been read, and the service has not answered yet.
  desk.write("a.json", text.replace("{", "{ "));
  const code = await running;
  assert.ok(code === 2 || desk.read("a.json").startsWith("{ "), err());
});

test("fix changes only the values that it fixes, and neither the text around them nor the owner", async () => {
  using desk = setUpDesk();
  const candidate = { ...addMistake(createCandidate()), owner: { kind: " human", id: "ada" } };
  const text = JSON.stringify({ ...domain, candidate }, null, "\t");
  desk.write("request.json", `\ufeff${text}`);
  const { code } = await desk.assay("fix", "request.json", ...localFiles);
  assert.equal(code, 1);
  assert.equal(desk.read("request.json"), `\ufeff${text.replace(/"(FAST|REALISTIC)"/g, (word) => word.toLowerCase())}`);
});

function addMistake(candidate: JsonObject): JsonObject {
  const strategies = candidate.supportedStrategies as readonly string[];
  return { ...candidate, supportedStrategies: strategies.map((name) => name.toUpperCase()) };
}
