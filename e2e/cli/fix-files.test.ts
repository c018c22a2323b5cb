import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { run } from "@assay/cli/run";
import type { JsonObject } from "@assay/contract";
import { createCandidate, type Service, startService } from "../http/service.ts";
import { type Desk, localFiles, setUpDesk } from "./assay.ts";
import { createTestIo } from "./test-io.ts";

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
  const reportPlaces = async (command: string, format: string, place: RegExp) => {
    const { io, out } = createTestIo(own.folder, { env: { ASSAY_KEY: "ai_test", ASSAY_SERVICE: service.url } });
    const options = command === "fix" ? [] : ["--format", format];
    assert.equal(await run([command, "draft.json", "--domain", "datamint/generator-option", ...options], io), 1);
    return [...out().matchAll(place)].map(([, line, column]) => `${line}:${column}`);
  };
  assert.deepEqual(await reportPlaces("check", "pretty", /--> draft\.json:(\d+):(\d+)/g), places);
  assert.deepEqual(await reportPlaces("fix", "pretty", /--> draft\.json:(\d+):(\d+)/g), places);
  assert.deepEqual(await reportPlaces("build", "json", /"start": \{\s+"line": (\d+),\s+"column": (\d+)/g), places);
  assert.deepEqual(await reportPlaces("check", "agent", /^draft\.json:(\d+):(\d+) error malformed-json/gm), places);
  assert.deepEqual(
    await reportPlaces("check", "github", /^::error file=draft\.json,line=(\d+),.*?col=(\d+)/gm),
    places,
  );
  assert.equal(own.read("draft.json"), text);
});

test("a file that changes while the service is asked is not overwritten", async () => {
  using own = setUpDesk();
  own.write("assay.json", { service: service.url, ...domain });
  const text = `${JSON.stringify(addMistake(createCandidate()), null, 2)}\n`;
  own.write("a.json", text);
  const { io, err } = createTestIo(own.folder, { env: { ASSAY_KEY: "ai_test", ASSAY_SERVICE: service.url } });
  const running = run(["fix", "a.json"], io);
  // It was read at once; the service has not answered yet.
  own.write("a.json", text.replace("{", "{ "));
  const code = await running;
  assert.ok(code === 2 || own.read("a.json").startsWith("{ "), err());
});

test("fixes change their places in a request, and neither what is around it nor the owner", async () => {
  using own = setUpDesk();
  const candidate = { ...addMistake(createCandidate()), owner: { kind: " human", id: "ada" } };
  const text = JSON.stringify({ ...domain, candidate }, null, "\t");
  own.write("request.json", `\ufeff${text}`);
  const { code } = await own.assay("fix", "request.json", ...localFiles);
  assert.equal(code, 1);
  assert.equal(own.read("request.json"), `\ufeff${text.replace(/"(FAST|REALISTIC)"/g, (word) => word.toLowerCase())}`);
});

function addMistake(candidate: JsonObject): JsonObject {
  const strategies = candidate.supportedStrategies as readonly string[];
  return { ...candidate, supportedStrategies: strategies.map((name) => name.toUpperCase()) };
}
