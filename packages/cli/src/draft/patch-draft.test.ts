import assert from "node:assert/strict";
import { test } from "node:test";
import { patchDraft } from "./patch-draft.ts";

const request = `{
  "targetProduct": "datamint",
  "domainId": "generator-option",
  "candidate": {
    "owner": { "kind": "human", "id": "ada" },
    "generator_name": "Parcel",
    "list": [1,2]
  }
}
`;

test("a fix changes its place in a request, and nothing else", () => {
  const patched = patchDraft({ text: request, prefix: "/candidate" }, [
    { op: "move", from: "/generator_name", path: "/generatorName" },
    { op: "remove", path: "/list/0" },
    { op: "add", path: "/more", value: { a: 1 } },
  ]);
  assert.ok(patched.kind === "ok");
  const expected = request.replace("generator_name", "generatorName").replace("[1,2]", '[2],\n    "more": { "a": 1 }');
  assert.equal(patched.text, expected);
});

test("no fix changes the owner, alone or in a request", () => {
  const alone = '{ "owner": { "kind": "agent", "id": "ada" } }';
  const patch = [{ op: "replace", path: "/owner/kind", value: "human" }] as const;
  assert.equal(patchDraft({ text: alone, prefix: "" }, patch).kind, "refused");
  assert.equal(patchDraft({ text: request, prefix: "/candidate" }, patch).kind, "refused");
  const remove = [{ op: "remove", path: "/owner" }] as const;
  assert.equal(patchDraft({ text: request, prefix: "/candidate" }, remove).kind, "refused");
});

test("a candidate inside a wrapper is taken out of it, and the request stays", () => {
  const text = '{\n  "domainId": "x",\n  "candidate": {\n    "proposal": { "a": 1 }\n  }\n}\n';
  const patched = patchDraft({ text, prefix: "/candidate" }, [{ op: "move", from: "/proposal", path: "" }]);
  assert.ok(patched.kind === "ok");
  assert.deepEqual(JSON.parse(patched.text), { domainId: "x", candidate: { a: 1 } });
});
