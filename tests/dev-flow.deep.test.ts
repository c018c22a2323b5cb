import assert from "node:assert/strict";
import { once } from "node:events";
import {
  type DisposableTempDir,
  globSync,
  mkdtempDisposableSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { openTerminal } from "@assay/testing/pages/open-terminal";
import { parseSteps } from "@assay/testing/pages/parse-steps";
import { findFreePorts, movePorts, readersEnv, readVariables, startDev } from "@assay/testing/pages/start-dev";
import { type Child, startChild } from "@assay/testing/services/start-child";
import { waitUntil } from "@assay/testing/wait-until";

const root = join(import.meta.dirname, "..");
const pages = globSync(["docs/guides/*.md", "packages/client/README.md"], { cwd: root })
  .map((page) => ({ page, steps: parseSteps(readFileSync(join(root, page), "utf8"), "console dev") }))
  .map(({ page, steps }) => ({ page, commands: steps.filter((step) => step.kind === "run") }))
  .filter(({ commands }) => commands.length > 0);

test("the guides about identity have commands to follow", () => {
  const pagesWithManyCommands = pages.filter(({ commands }) => commands.length >= 8).map(({ page }) => page);
  assert.deepEqual(pagesWithManyCommands.sort(), [
    "docs/guides/call-through-agent-auth.md",
    "docs/guides/connect-your-identity-service.md",
  ]);
});

// Concurrent, because some pages ask the reader to wait. Only startup, which uses all processors, is sequential.
describe("while `npm run dev` runs", { concurrency: true }, () => {
  for (const { page, commands } of pages) {
    test(`every command in ${page} prints the output that the page shows`, async () => await followCommands(commands));
  }
});

describe("`npm run dev`, started by npm", () => {
  let port: number;
  let folder: DisposableTempDir;
  let shell: Child;
  const pid = () => Number(readFileSync(join(folder.path, "pid"), "utf8"));
  before(async () => {
    port = await findFreePorts();
    folder = mkdtempDisposableSync(join(tmpdir(), "assay-dev-"));
    // Like npm, this shell ends without forwarding the signal to its child process.
    const script = `"$NODE" --conditions=assay-source ${join(root, "scripts/dev.ts")} & echo $! >pid; wait`;
    shell = await startChild({
      program: "/bin/sh",
      args: ["-c", script],
      env: { ...process.env, PORT: String(port), NODE: process.execPath, npm_lifecycle_event: "dev" },
      cwd: folder.path,
      isReady: (line) => line.startsWith("Ctrl-C"),
    });
  });
  after(async () => {
    if (isRunning(pid())) process.kill(pid(), "SIGKILL");
    await shell.stop();
    folder.remove();
  });

  test("announces its ports at once, prints one summary, and writes the log and the keys to files", () => {
    const lines = shell.output().trimEnd().split("\n");
    assert.equal(lines[0], `Starting Assay and its sandbox on ports ${port} to ${port + 3}. This takes a few seconds.`);
    assert.equal(lines.at(-1), "Ctrl-C stops everything.");
    assert.ok(!shell.output().includes('"event":'));
    assert.match(readFileSync(join(folder.path, "try/dev.log"), "utf8"), /"event":"ready"/);
    assert.equal(statSync(join(folder.path, "try/.env")).mode & 0o077, 0);
  });

  test("writes the API key of the example draft's owner", async () => {
    const { SECRET, OWNER, KEY } = readVariables(folder.path);
    const draft = JSON.parse(readFileSync(join(root, "examples/first-proposal/draft.json"), "utf8"));
    assert.equal(draft.candidate.owner.id, OWNER);
    const headers = { authorization: `Basic ${btoa(`assay:${SECRET}`)}` };
    const body = new URLSearchParams({ token: `${KEY}` });
    const response = await fetch(`http://127.0.0.1:${port + 2}/oauth2/introspect`, { method: "POST", headers, body });
    assert.partialDeepStrictEqual(await response.json(), { active: true, sub: OWNER });
  });

  test("stops when npm is stopped", async () => {
    process.kill(shell.pid, "SIGKILL");
    await waitUntil("the process ends", () => isRunning(pid()), { isDone: (running) => !running, timeoutMs: 120_000 });
  });
});

test("`npm run dev` reports a port that is in use, and how to choose others", async () => {
  const port = await findFreePorts();
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  try {
    const report = new RegExp(`It wrote:\\n.*\\nPort ${port} is taken: .*PORT=\\d+ npm run dev\\n$`);
    using folder = mkdtempDisposableSync(join(tmpdir(), "assay-dev-"));
    await assert.rejects(startDev(port, folder.path), report);
  } finally {
    server.close();
  }
});

interface Command {
  readonly command: string;
  readonly expected: string;
}

async function followCommands(commands: readonly Command[]): Promise<void> {
  const port = await findFreePorts();
  const moveText = (text: string) => movePorts(port, text);
  const folder = mkdtempSync(join(tmpdir(), "assay-dev-flow-"));
  try {
    for (const name of ["examples", "packages"]) symlinkSync(join(root, name), join(folder, name));
    await using _ = await startSequentially(() => startDev(port, folder));
    await using terminal = openTerminal(folder, { ...readersEnv, ...readVariables(folder) });
    for (const { command, expected } of commands) {
      const run = async () => maskIds(await terminal.run(moveText(command)));
      const maskedExpected = maskIds(moveText(expected));
      // Repeats commands whose output can be late: the log, and a rejection by a slow identity service.
      const pauseMs = command.includes("dev.log") ? 20 : 7_000;
      const isDone = (printed: string) => printed === maskedExpected || !/dev\.log|^validate /.test(command);
      const timeoutMs = 120_000;
      assert.equal(
        await waitUntil(`${command} prints\n${maskedExpected}`, run, { isDone, pauseMs, timeoutMs }),
        maskedExpected,
        command,
      );
    }
    // The commands on a page write files only to the folder that git ignores.
    assert.deepEqual(readdirSync(folder).sort(), ["examples", "packages", "try"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let lastStart: Promise<unknown> = Promise.resolve();

async function startSequentially<T>(start: () => Promise<T>): Promise<T> {
  const started = lastStart.then(start);
  lastStart = started.catch(() => {});
  return await started;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

// Masks UUIDs, and the ids that Better Auth creates, which have 32 letters and digits.
function maskIds(text: string): string {
  return text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[A-Za-z0-9]{32}\b/g, "<id>");
}
