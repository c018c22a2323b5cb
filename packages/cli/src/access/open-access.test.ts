import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Io } from "../io.ts";
import { openAccess } from "./open-access.ts";
import { readStoredAccess, writeStoredAccess } from "./stored-access.ts";

const cwd = mkdtempSync(join(tmpdir(), "assay-open-"));
after(() => rmSync(cwd, { recursive: true }));

test("an error about a missing key lists the addresses that the user is logged in to", () => {
  const io = { cwd, env: { XDG_CONFIG_HOME: join(cwd, "config") } } as unknown as Io;
  const open = () => openAccess({ service: "http://127.0.0.1:8080" }, io);
  assert.throws(open, ({ message }: Error) => !message.includes("localhost"));
  const login = { service: "http://localhost:8080", key: "ai_ada", subject: "ada" };
  writeStoredAccess({ logins: [login], products: [] }, io);
  assert.throws(open, {
    message:
      /logged in to http:\/\/localhost:8080; http:\/\/127\.0\.0\.1:8080 is another address\. .*`assay login`.* ASSAY_KEY/,
  });
});

test("a note says that ASSAY_KEY is ignored if only assay.json and a login name the service", () => {
  const folder = mkdtempSync(join(cwd, "noted-"));
  const service = "http://localhost:8080";
  let notes = "";
  const write = (text: string) => {
    notes += text;
  };
  const env = { XDG_CONFIG_HOME: join(folder, "config"), ASSAY_KEY: "ai_other" };
  const io = { cwd: folder, env, err: { write } } as unknown as Io;
  writeStoredAccess({ logins: [{ service, key: "ai_ada", subject: "ada" }], products: [] }, io);
  assert.deepEqual([openAccess({}, io).keyFrom, notes], ["ASSAY_KEY", ""]);
  writeFileSync(join(folder, "assay.json"), JSON.stringify({ service }));
  assert.equal(openAccess({}, io).keyFrom, "assay login");
  assert.match(notes, /^note: ASSAY_KEY .*ASSAY_SERVICE/s);
});

test("the question about a product is a choice: a person who declines gets no error, a script does", async () => {
  const service = "http://localhost:8080";
  const io = {
    cwd,
    env: { XDG_CONFIG_HOME: join(cwd, "declined"), ASSAY_KEY: "ai_ada" },
    err: { write() {} },
    signal: new AbortController().signal,
    canAsk: true,
    ask: async () => "n",
  } as unknown as Io;
  const approve = (canAsk: boolean) => {
    return openAccess({ service }, { ...io, canAsk }).approveProduct("https://datamint.example/api/proposals");
  };
  assert.equal(await approve(true), undefined);
  await assert.rejects(approve(false), { name: "Failure", exitCode: 2 });
});

test("answering a question about a product does not undo a logout that happened meanwhile", async () => {
  const service = "http://localhost:8080";
  const none = { logins: [], products: [] };
  const io = {
    cwd,
    env: { XDG_CONFIG_HOME: join(cwd, "asked") },
    signal: new AbortController().signal,
    async ask() {
      writeStoredAccess({ ...none, products: ["https://canvas.example"] }, io);
      return "y";
    },
  } as unknown as Io;
  writeStoredAccess({ ...none, logins: [{ service, key: "ai_ada", subject: "ada" }] }, io);
  const { approveProduct } = openAccess({ service }, io);
  assert.equal(await approveProduct("https://datamint.example/api/proposals"), "https://datamint.example");
  assert.deepEqual(readStoredAccess(io), { ...none, products: ["https://canvas.example", "https://datamint.example"] });
});
