import assert from "node:assert/strict";
import { test } from "node:test";
import { goldenVerdicts } from "@assay/testing/cases/golden-verdicts";
import { figure } from "@assay/testing/figure";
import { findSecret } from "./find-secret.ts";

// Joined here, so that no scanner takes this file for a leak.
const random = "q7Zt2Kx9Lm4Wn8Rb5Vc3Hd6J";
// As Better Auth issues them, if nothing else is configured: 64 letters after the prefix, if there is one.
const letters = "qZtKxLmWnRbVcHdJpYsFgTkXzLmWvRbNcHqJ".concat("dYsFgTkXzLmWvRbNcHqJpZtKxLmW");
const secrets = [
  letters,
  `ai_${letters}`,
  `assay_${letters}`,
  `Bearer ${letters.slice(0, 32)}`,
  `ai_${random}`,
  `sk-proj-${random}`,
  `sk-ant-api03-${random}-${random}`,
  `sk_live_${random}`,
  `Authorization: Bearer ${random}`,
  `bearer ${random}.x`,
  `-----BEGIN ${"PRIVATE"} KEY-----`,
  `-----BEGIN RSA ${"PRIVATE"} KEY-----`,
  `-----BEGIN OPENSSH ${"PRIVATE"} KEY-----`,
  `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${random}`,
  `AKIA${"Q7ZT2KX9LM4WN8RB"}`,
  `ghp_${random}${random}`,
  `glpat-${random}`,
  `xoxb-123456789012-${random}`,
  `AIza${random}${"a1B2c3D4e5F"}`,
  "postgres://admin:hunter22@db.example/app",
];

test("what looks like a key or a password is found, with its place", () => {
  for (const secret of secrets) {
    const text = JSON.stringify({ notes: `Use ${secret} here` });
    const found = findSecret(text);
    assert.ok(found, secret);
    assert.ok(secret.includes(text.slice(found.from, found.to).slice(0, 10)), secret);
  }
});

test("ids, digests, identifiers and words are not taken for keys", () => {
  for (const text of [
    "",
    "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27",
    "sha256:2e47838f0c1b5a6d7e8f9012345678902e47838f0c1b5a6d7e8f901234567890",
    "Bearer 3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27",
    "Bearer authentication-for-every-request",
    "Authorization: Bearer $ASSAY_KEY",
    "Bearer <the key of this call>",
    "ai_generated_content_description_text",
    "ai_...",
    "aLongNameInCamelCaseThatSomebodyHasWrittenWithoutAnySpaceInItNow",
    "thequickbrownfoxjumpsoverthelazydog".repeat(2).slice(0, 64),
    "THEQUICKBROWNFOXJUMPSOVERTHELAZYDOG".repeat(2).slice(0, 64),
    `${letters}AndMore`,
    "Bearer TokenWithoutAnythingSecretInIt",
    "sk-learn-pipelines-with-many-steps",
    "risk-assessment-2024-for-all-regions",
    "https://example.com:8080/path@home",
    "https://{user}:{password}@example.com/",
    "eyJ.eyJ.x",
    "AKIAsomething",
    "-----BEGIN CERTIFICATE-----",
    "-----BEGIN PUBLIC KEY-----",
  ]) {
    assert.equal(findSecret(JSON.stringify({ text })), undefined, text);
  }
});

test("no candidate of the golden cases is taken for a secret", () => {
  const texts = goldenVerdicts().map(({ candidate }) => JSON.stringify(candidate));
  const found = texts.flatMap((text) => findSecret(text) ?? []);
  figure("golden candidates in which a secret is suspected", found.length, 0);
  assert.deepEqual(found, []);
});

test("a long text is searched in one go", () => {
  for (const part of ["eyJaaaaaaaa.", "sk-", "a:", "Bearer ", "http://a:", "-----BEGIN AB "]) {
    findSecret(part.repeat(Math.ceil(262_144 / part.length)));
  }
});
