import assert from "node:assert/strict";
import { test } from "node:test";
import { type AccessOptions, decideAccess, listNamedProducts } from "./decide-access.ts";
import type { StoredAccess } from "./stored-access.ts";

const [mine, theirs] = ["https://mine.example", "https://theirs.example"] as const;
const nothing: StoredAccess = { logins: [], products: [] };
const loggedIn: StoredAccess = { ...nothing, logins: [{ service: mine, key: "ai_stored", subject: "ada" }] };

interface Case {
  readonly options?: AccessOptions;
  readonly project?: { readonly service?: string };
  readonly stored?: StoredAccess;
  readonly env?: { readonly [name: string]: string };
}

function decide({ options = {}, project = {}, stored = nothing, env = {} }: Case): string {
  const decision = decideAccess(options, { project, stored, io: { env, cwd: "/" } });
  if (decision.kind !== "named") return decision.kind;
  return `${decision.service.url} ${decision.key?.text ?? "without a key"}`;
}

const withKey = { ASSAY_KEY: "ai_variable" };
const cases: readonly (readonly [title: string, given: Case, decided: string])[] = [
  ["nothing", {}, "none"],
  ["a key alone", { env: withKey }, "none"],
  [
    "--service first",
    { options: { service: mine }, env: { ...withKey, ASSAY_SERVICE: theirs } },
    `${mine} ai_variable`,
  ],
  [
    "then ASSAY_SERVICE",
    { env: { ...withKey, ASSAY_SERVICE: mine }, project: { service: theirs } },
    `${mine} ai_variable`,
  ],
  ["an empty variable is none", { env: { ...withKey, ASSAY_SERVICE: "" }, project: { service: theirs } }, "suggested"],
  ["then assay.json, which names nothing", { env: withKey, project: { service: theirs } }, "suggested"],
  ["not with a login elsewhere", { stored: loggedIn, env: withKey, project: { service: theirs } }, "suggested"],
  ["a login names the service of assay.json", { stored: loggedIn, project: { service: mine } }, `${mine} ai_stored`],
  [
    "assay.json does not choose who gets ASSAY_KEY",
    { stored: loggedIn, env: withKey, project: { service: mine } },
    `${mine} ai_stored`,
  ],
  ["then the only login", { stored: loggedIn }, `${mine} ai_stored`],
  [
    "of two logins none is chosen",
    { stored: { ...nothing, logins: [...loggedIn.logins, { service: theirs, key: "ai_other", subject: "ada" }] } },
    "none",
  ],
  ["ASSAY_KEY before a login", { stored: loggedIn, env: withKey }, `${mine} ai_variable`],
  [
    "a stored key stays with its service",
    { options: { service: theirs }, stored: loggedIn },
    `${theirs} without a key`,
  ],
  [
    "another port or scheme is another service",
    { options: { service: "https://mine.example:8443" }, stored: loggedIn },
    "https://mine.example:8443 without a key",
  ],
  [
    "so is another path of the same origin",
    { options: { service: `${mine}/other` }, stored: loggedIn },
    `${mine}/other without a key`,
  ],
  ["also in assay.json", { stored: loggedIn, project: { service: `${mine}/other` } }, "suggested"],
  [
    "a slash at the end and capital letters in the host are not",
    { options: { service: "https://MINE.example/" }, stored: loggedIn },
    `${mine} ai_stored`,
  ],
];

for (const [title, given, decided] of cases) {
  test(`which service, with which key: ${title}`, () => assert.equal(decide(given), decided));
}

test("http is for this machine only, whoever names the service", () => {
  for (const service of ["http://localhost:8080", "http://127.0.0.1:8080", "http://127.8.8.8", "http://[::1]:8080"]) {
    assert.match(decide({ options: { service }, env: withKey }), /ai_variable$/);
  }
  const remote = ["http://mine.example", "http://localhost.mine.example", "http://127.mine.example", "http://10.0.0.1"];
  for (const service of remote) {
    for (const given of [{ options: { service } }, { env: { ASSAY_SERVICE: service } }, { project: { service } }]) {
      assert.throws(() => decide(given), { name: "Failure", exitCode: 2, message: /https only/ });
    }
  }
  const env = { ASSAY_PRODUCTS: "http://datamint.example" };
  assert.throws(() => listNamedProducts(nothing, { env }), { name: "Failure" });
});

test("what is not the URL of a service is refused, and a password in it is not repeated", () => {
  for (const service of ["assay", "ftp://a.example", "https://a.example?x", "https://ada:secret@a.example"]) {
    assert.throws(
      () => decide({ options: { service } }),
      ({ message }: Error) => /must be the URL/.test(message) && !message.includes("secret"),
    );
  }
});

test("a key that cannot be one is refused and not repeated", () => {
  for (const key of ["ai_secret one", "ai_sécret", "ai_secret\nai_other"]) {
    assert.throws(
      () => decide({ options: { service: mine }, env: { ASSAY_KEY: key } }),
      ({ message }: Error) => /ASSAY_KEY/.test(message) && !/cret/.test(message),
    );
  }
});

test("products are those of the variable and of remembered answers", () => {
  const stored = { ...nothing, products: ["https://c.example"] };
  assert.deepEqual(listNamedProducts(stored, { env: { ASSAY_PRODUCTS: "https://b.example/, http://127.0.0.1:81" } }), [
    ...["https://b.example", "http://127.0.0.1:81", "https://c.example"],
  ]);
  assert.throws(() => listNamedProducts(nothing, { env: { ASSAY_PRODUCTS: "https://a.example/api" } }), {
    message: /Write https:\/\/a\.example instead/,
  });
});
