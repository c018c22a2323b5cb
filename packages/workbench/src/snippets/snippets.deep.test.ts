import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import type { Json } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { buildCommand, submitCommand } from "./commands.ts";

const run = promisify(execFile);

function isInstalled(program: string): boolean {
  try {
    execFileSync("sh", ["-c", `command -v ${program}`]);
    return true;
  } catch {
    return false;
  }
}

const shells = ["sh", "dash", "bash"].filter(isInstalled);
const skip = !isInstalled("curl") && "curl is not installed";

// Each would do something in a shell, or end a quotation.
const candidate: Json = {
  quotes: `'"'"' '\\'' "$(echo no)" \`echo no\` $HOME \${HOME} $((1+1))`,
  lines: "first\nsecond\r\n\tthird\nEOF\nEND\n",
  backslashes: "\\ \\\\ \\n \\' \\\" %s %d %% \\c",
  signs: "! !! !$ # ; & | < > * ? [a] {b} ~ ^ @- -n --",
  controls: "\u0000\u0007\u001b[31m\u007f\u009b\u202e\u2028",
  "na'me $(x)": ["ä", "\u{1f600}", "", " "],
};
const large: Json = { ...candidate, text: "it's $HOME `x` ".repeat(20_000) };

const received: { readonly url?: string | undefined; readonly headers: IncomingHttpHeaders; readonly body: string }[] =
  [];
const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (part: string) => (body += part));
  request.on("end", () => {
    received.push({ url: request.url, headers: request.headers, body });
    response.end("answered");
  });
});
let origin = "";
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

for (const shell of shells) {
  test(`copied commands send exactly the candidate from ${shell}`, { skip }, async () => {
    for (const content of [candidate, large]) {
      const submissionUrl = `${origin}/it's?a=$(b)&c=[d]{e}`;
      const proposalPackage = { format: "proposal-package/v1", candidate: content } as never;
      const submit = submitCommand({ submissionUrl, proposalPackage, idempotencyKey: "assay-'$x" });
      const build = buildCommand({ publicUrl: origin, targetProduct: "datamint", domainId: "x", candidate: content });
      const [submitted, built] = [await runIn(shell, submit), await runIn(shell, build)];
      assert.deepEqual(JSON.parse(submitted.body), { proposalPackage });
      assert.equal(submitted.url, "/it's?a=$(b)&c=[d]{e}");
      assert.equal(submitted.headers["idempotency-key"], "assay-'$x");
      assert.deepEqual(JSON.parse(built.body), { targetProduct: "datamint", domainId: "x", candidate: content });
      assert.equal(built.url, "/api/build");
      for (const { headers } of [submitted, built]) {
        assert.equal(headers.authorization, "Bearer ai_canary's $key");
        assert.equal(headers["content-type"], "application/json");
      }
    }
    figure(
      `bytes of the largest body sent from ${shell}`,
      received.at(-2)?.body.length ?? 0,
      "131,072, the longest argument",
    );
  });
}

// From standard input, as a paste arrives: the argument of `-c` has a largest size.
async function runIn(shell: string, command: string) {
  const running = run(shell, ["-s"], {
    env: { PATH: process.env.PATH, HOME: "/nowhere", ASSAY_KEY: "ai_canary's $key", NO_PROXY: "*" },
  });
  running.child.stdin?.end(`${command}\n`);
  const { stdout, stderr } = await running;
  assert.equal(stdout, "answered");
  assert.equal(stderr, "");
  const last = received.at(-1);
  assert.ok(last);
  return last;
}
