import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startChild, startSandbox } from "@assay/sandbox";
import { callAt } from "../http/service.ts";

const main = join(import.meta.dirname, "../../packages/server/src/main.ts");
const publicUrl = "http://assay.example";

test("the binary allows twenty calls in any sixty seconds, and no setting changes that", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-binary-"));
  try {
    await using sandbox = await startSandbox({ identity: true });
    const { identity } = sandbox;
    writeFileSync(join(folder, "domains.json"), JSON.stringify({ domains: [sandbox.datamint.asDomain] }));
    await using server = await startChild({
      args: ["--conditions=assay-source", main],
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        ASSAY_PUBLIC_URL: publicUrl,
        ASSAY_DOMAINS_FILE: "domains.json",
        ASSAY_INTROSPECTION_URL: identity.introspectionUrl,
        ASSAY_INTROSPECTION_CLIENT_ID: identity.clients.assay.id,
        ASSAY_INTROSPECTION_CLIENT_SECRET: identity.clients.assay.secret,
        ASSAY_INSTANCES: "4",
        ASSAY_PORT: "0",
        ASSAY_OPERATOR_PORT: "0",
      },
      isReady: (line) => line.includes('"event":"listening"'),
    });
    const { url } = JSON.parse(server.readyLine) as { readonly url: string };
    const answers = [];
    for (let call = 0; call < 25; call += 1) answers.push(await callAt(url, "listDomains", {}, publicUrl));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [...Array(20).fill(200), ...Array(5).fill(429)],
    );
    for (const { headers } of answers) assert.equal(headers["ratelimit-policy"], '"calls";q=20;w=60');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
