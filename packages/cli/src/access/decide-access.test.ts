import assert from "node:assert/strict";
import { test } from "node:test";
import { type AccessOptions, decideAccess, listNamedProducts } from "./decide-access.ts";
import type { StoredAccess } from "./stored-access.ts";

const [mine, theirs] = ["https://mine.example", "https://theirs.example"] as const;
const noAccess: StoredAccess = { logins: [], products: [] };
const loggedIn: StoredAccess = { ...noAccess, logins: [{ service: mine, key: "ai_stored", subject: "ada" }] };

interface Case {
  readonly options?: AccessOptions;
  readonly project?: { readonly service?: string };
  readonly stored?: StoredAccess;
  readonly env?: { readonly [name: string]: string };
}

function decide({ options = {}, project = {}, stored = noAccess, env = {} }: Case): string {
  const decision = decideAccess(options, { project, stored, io: { env, cwd: "/" } });
  if (decision.kind !== "named") return decision.kind;
  return `${decision.service.url} ${decision.key?.text ?? "without a key"}`;
}

const withKey = { ASSAY_KEY: "ai_variable" };
const cases: readonly (readonly [title: string, settings: Case, expected: string])[] = [
  ["without any setting, no service is chosen", {}, "none"],
  ["a key alone does not choose a service", { env: withKey }, "none"],
  [
    "--service takes precedence over ASSAY_SERVICE",
    { options: { service: mine }, env: { ...withKey, ASSAY_SERVICE: theirs } },
    `${mine} ai_variable`,
  ],
  [
    "ASSAY_SERVICE takes precedence over assay.json",
    { env: { ...withKey, ASSAY_SERVICE: mine }, project: { service: theirs } },
    `${mine} ai_variable`,
  ],
  [
    "an empty ASSAY_SERVICE counts as unset",
    { env: { ...withKey, ASSAY_SERVICE: "" }, project: { service: theirs } },
    "suggested",
  ],
  ["assay.json only suggests a service", { env: withKey, project: { service: theirs } }, "suggested"],
  [
    "a login elsewhere does not confirm a suggestion",
    { stored: loggedIn, env: withKey, project: { service: theirs } },
    "suggested",
  ],
  ["a login confirms the service in assay.json", { stored: loggedIn, project: { service: mine } }, `${mine} ai_stored`],
  [
    "ASSAY_KEY is not sent to a service that is named only by assay.json and a login",
    { stored: loggedIn, env: withKey, project: { service: mine } },
    `${mine} ai_stored`,
  ],
  ["the only login is the default", { stored: loggedIn }, `${mine} ai_stored`],
  [
    "two logins leave the choice to the user",
    { stored: { ...noAccess, logins: [...loggedIn.logins, { service: theirs, key: "ai_other", subject: "ada" }] } },
    "none",
  ],
  ["ASSAY_KEY takes precedence over a stored key", { stored: loggedIn, env: withKey }, `${mine} ai_variable`],
  [
    "a stored key is not sent to another service",
    { options: { service: theirs }, stored: loggedIn },
    `${theirs} without a key`,
  ],
  [
    "a different port is a different service",
    { options: { service: "https://mine.example:8443" }, stored: loggedIn },
    "https://mine.example:8443 without a key",
  ],
  [
    "a different path on the same origin is a different service",
    { options: { service: `${mine}/other` }, stored: loggedIn },
    `${mine}/other without a key`,
  ],
  [
    "a different path in assay.json is a different service",
    { stored: loggedIn, project: { service: `${mine}/other` } },
    "suggested",
  ],
  [
    "a trailing slash and capital letters in the host make no difference",
    { options: { service: "https://MINE.example/" }, stored: loggedIn },
    `${mine} ai_stored`,
  ],
];

for (const [title, settings, expected] of cases) {
  test(`service and key: ${title}`, () => assert.equal(decide(settings), expected));
}

test("plain http is accepted only for this machine, whichever setting contains the address", () => {
  for (const service of ["http://localhost:8080", "http://127.0.0.1:8080", "http://127.8.8.8", "http://[::1]:8080"]) {
    assert.match(decide({ options: { service }, env: withKey }), /ai_variable$/);
  }
  const remote = ["http://mine.example", "http://localhost.mine.example", "http://127.mine.example", "http://10.0.0.1"];
  for (const service of remote) {
    for (const settings of [{ options: { service } }, { env: { ASSAY_SERVICE: service } }, { project: { service } }]) {
      assert.throws(() => decide(settings), { name: "Failure", exitCode: 2, message: /https only/ });
    }
  }
  const env = { ASSAY_PRODUCTS: "http://datamint.example" };
  assert.throws(() => listNamedProducts(noAccess, { env }), { name: "Failure" });
});

test("an invalid service URL is refused, and the message omits any password in it", () => {
  for (const service of ["assay", "ftp://a.example", "https://a.example?x", "https://ada:secret@a.example"]) {
    assert.throws(
      () => decide({ options: { service } }),
      ({ message }: Error) => /must be the URL/.test(message) && !message.includes("secret"),
    );
  }
});

test("a malformed key is refused, and the message omits it", () => {
  for (const key of ["ai_secret one", "ai_sécret", "ai_secret\nai_other"]) {
    assert.throws(
      () => decide({ options: { service: mine }, env: { ASSAY_KEY: key } }),
      ({ message }: Error) => /ASSAY_KEY/.test(message) && !/cret/.test(message),
    );
  }
});

test("the products that the user named come from ASSAY_PRODUCTS and from earlier approvals", () => {
  const stored = { ...noAccess, products: ["https://c.example"] };
  assert.deepEqual(listNamedProducts(stored, { env: { ASSAY_PRODUCTS: "https://b.example/, http://127.0.0.1:81" } }), [
    ...["https://b.example", "http://127.0.0.1:81", "https://c.example"],
  ]);
  assert.throws(() => listNamedProducts(noAccess, { env: { ASSAY_PRODUCTS: "https://a.example/api" } }), {
    message: /Write https:\/\/a\.example instead/,
  });
});
