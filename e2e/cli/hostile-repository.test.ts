import assert from "node:assert/strict";
import { once } from "node:events";
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createProgram } from "@assay/cli/program";
import { run } from "@assay/cli/run";
import { figure } from "@assay/testing/figure";
import { type Service, startService } from "../auth/service.ts";
import { createCandidate } from "../http/service.ts";
import { localFiles } from "./assay.ts";
import { createTestIo } from "./test-io.ts";

type Command = Awaited<ReturnType<typeof createProgram>>["program"];

const draftCanary = "draft-canary-7f31";
const foreignCanary = "foreign-canary-52c8";
const folders: string[] = [];
let service: Service;
let key: string;
let packageText: string;
/** What `assay login` keeps for somebody who is logged in to their own service. */
let stored: string;

before(async () => {
  service = await startService();
  key = await service.createKey();
  const { io, out, err } = createTestIo(createFolder(), {
    env: { ASSAY_KEY: key },
    input: JSON.stringify(createCandidate({ description: `A card with a ${draftCanary} in it.` })),
  });
  const domain = ["--domain", "datamint/generator-option"];
  assert.equal(await run(["build", "-", "--service", service.url, ...domain], io), 0, err());
  packageText = out();
  const home = createFolder();
  const own = createTestIo(home, { input: key });
  assert.equal(await run(["login", service.url], own.io), 0, own.err());
  stored = readFileSync(join(home, ".config/assay/access.json"), "utf8");
});
after(async () => {
  await service[Symbol.asyncDispose]();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A server of the attacker, which looks like an Assay and a product, and keeps every byte that it gets. */
async function startAttacker() {
  const parts: Buffer[] = [];
  const requests: string[] = [];
  const domain = {
    targetProduct: "datamint",
    domainId: "generator-option",
    status: "ready",
    specPackageUrl: "",
    submissionUrl: "",
    candidateSchemaUrl: "",
    title: "A trap",
  };
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    const submissionUrl = `${origin}/api/proposals`;
    response.setHeader("content-type", "application/json");
    // Whatever is asked of it, it answers such that a client goes on.
    response.end(JSON.stringify({ domains: [{ ...domain, submissionUrl }], type: "object", properties: {} }));
  });
  server.on("connection", (socket: Socket) => socket.on("data", (part) => parts.push(part)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    requests,
    bytes: () => Buffer.concat(parts).toString("latin1"),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Attacker = Awaited<ReturnType<typeof startAttacker>>;

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "assay-hostile-"));
  folders.push(folder);
  return folder;
}

/** A repository with a draft, a package, and links to files that are not part of it. */
function createRepository(project: object | undefined): string {
  const folder = createFolder();
  const foreign = join(createFolder(), "secret.json");
  writeFileSync(foreign, JSON.stringify({ ...createCandidate(), description: foreignCanary }));
  writeFileSync(
    join(folder, "draft.json"),
    JSON.stringify(createCandidate({ description: `A ${draftCanary} of cards.` })),
  );
  writeFileSync(join(folder, "proposal.json"), packageText);
  symlinkSync(foreign, join(folder, "leak.json"));
  mkdirSync(join(folder, ".git"));
  if (project) writeFileSync(join(folder, "assay.json"), JSON.stringify(project));
  return folder;
}

function createConfig(): string {
  const folder = createFolder();
  mkdirSync(join(folder, "assay"));
  writeFileSync(join(folder, "assay/access.json"), stored, { mode: 0o600 });
  return folder;
}

/** Every command of the program that does something, with the words that lead to it. */
function listLeaves(
  command: Command,
  path: readonly string[] = [],
): readonly (readonly [readonly string[], Command])[] {
  if (command.commands.length === 0) return [[path, command]];
  return command.commands.flatMap((below) => listLeaves(below as Command, [...path, below.name()]));
}

/** What a person may write for each argument; a command with another one has to be added here. */
const fillings: { readonly [argument: string]: readonly (readonly string[])[] } = {
  file: [["draft.json"], ["proposal.json"], ["leak.json"], ["new.json"]],
  files: [["draft.json"], ["proposal.json"], ["leak.json"], ["-"]],
  candidates: [["draft.json"], ["leak.json"]],
  old: [["draft.json"]],
  new: [["leak.json"]],
  code: [["field.missing"]],
  url: [["http://127.0.0.1:9"]],
  command: [["true"]],
};

/** Command lines for a command: every file, with each option that has no value, as a person or a script would write them. */
function listCommandLines(path: readonly string[], command: Command): readonly (readonly string[])[] {
  let lines: readonly (readonly string[])[] = [[]];
  for (const argument of command.registeredArguments) {
    const filling = fillings[argument.name()];
    assert.ok(filling, `say in this test what to pass for <${argument.name()}> of assay ${path.join(" ")}`);
    lines = lines.flatMap((line) => filling.map((words) => [...line, ...words]));
  }
  const flags = command.options.filter(({ flags: text }) => !text.includes("<"));
  const required = command.options
    .filter(({ mandatory }) => mandatory)
    .flatMap(({ long = "", flags: text }) => (text.includes("<") ? [long ?? "", "draft.json"] : [long ?? ""]));
  const optional = flags.filter(({ mandatory, long }) => !mandatory && long !== "--help");
  return lines.flatMap((line) => {
    const plain = [...path, ...required, ...line];
    return [plain, ...optional.map(({ long }) => [...plain, long ?? ""])];
  });
}

interface Attack {
  readonly title: string;
  /** Sets the trap; gives the folder in which the person works, and what they have set for their own service. */
  setTrap(attacker: Attacker): { readonly cwd: string; readonly env?: { readonly [name: string]: string } };
  /** Whether an attacker may be asked for its list of domains, without a key. */
  readonly mayList: boolean;
  readonly skip?: string | false;
}

const domain = { targetProduct: "datamint", domainId: "generator-option" };
const attacks: readonly Attack[] = [
  {
    title: "a repository that names the attacker as service and as product",
    setTrap: ({ origin }) => ({ cwd: createRepository({ service: origin, products: [origin], ...domain }) }),
    mayList: true,
  },
  {
    title: "an assay.json that a pull request changed, where the person has named another service and product",
    setTrap: ({ origin }) => ({
      cwd: createRepository({ service: origin, products: [origin], ...domain }),
      env: { ASSAY_SERVICE: service.url, ASSAY_PRODUCTS: service.sandbox.datamint.origin },
    }),
    mayList: false,
  },
  {
    title: "a folder of another user above the one in which the person works",
    setTrap({ origin }) {
      const above = createFolder();
      const cwd = join(above, "work");
      mkdirSync(cwd);
      const names = ["draft.json", "proposal.json", "leak.json"];
      for (const name of names) copyFileSync(join(createRepository(undefined), name), join(cwd, name));
      writeFileSync(join(above, "assay.json"), JSON.stringify({ service: origin, products: [origin], ...domain }));
      chownSync(join(above, "assay.json"), 65_534, 65_534);
      chownSync(above, 65_534, 65_534);
      return { cwd };
    },
    mayList: false,
    skip: process.getuid?.() === 0 ? false : "only root can give a file to another user",
  },
  {
    title: "an assay.json that is a link out of its folder",
    setTrap({ origin }) {
      const cwd = createRepository(undefined);
      const elsewhere = createRepository({ service: origin, products: [origin], ...domain });
      symlinkSync(join(elsewhere, "assay.json"), join(cwd, "assay.json"));
      return { cwd };
    },
    mayList: false,
  },
];

for (const { title, setTrap, mayList, skip } of attacks) {
  test(`no key, draft or foreign file leaves through any command: ${title}`, { skip: skip ?? false }, async () => {
    await using attacker = await startAttacker();
    const { program } = await createProgram(createTestIo(tmpdir()).io, () => {});
    const commands = listLeaves(program);
    let lines = 0;
    for (const answers of [[], ["n", "n", "n"]]) {
      for (const [path, command] of commands) {
        for (const line of listCommandLines(path, command)) {
          const { cwd, env = {} } = setTrap(attacker);
          const input = JSON.stringify(createCandidate({ description: draftCanary }));
          const createIo = (more: object) => createTestIo(cwd, { answers, env: { ...env, ...more }, input }).io;
          await run(line, createIo({ ASSAY_KEY: key }));
          await run(line, createIo({ XDG_CONFIG_HOME: createConfig() }));
          lines += 1;
        }
      }
    }
    const arrived = attacker.bytes();
    const secrets = [key, draftCanary, foreignCanary];
    figure("commands", commands.length, "all");
    figure("command lines tried", lines, "every argument and flag");
    figure("bytes of keys, drafts and foreign files that arrived", countSecretBytes(arrived, secrets), 0);
    const allowed = mayList ? ["GET /api/domains"] : [];
    assert.deepEqual([...new Set(attacker.requests)], allowed);
    assert.equal(countSecretBytes(arrived, secrets), 0);
    assert.doesNotMatch(arrived, /authorization/i);
  });
}

function countSecretBytes(arrived: string, secrets: readonly string[]): number {
  return secrets.reduce((bytes, secret) => bytes + (arrived.split(secret).length - 1) * secret.length, 0);
}

test("a service that the person named cannot have a package sent to a product that they did not", async () => {
  await using attacker = await startAttacker();
  await using product = await startAttacker();
  const cwd = createRepository({ ...domain, products: [attacker.origin] });
  const env = { ASSAY_KEY: key, ASSAY_SERVICE: attacker.origin, ASSAY_PRODUCTS: product.origin };
  for (const args of [["submit", "--yes", "proposal.json"], ["proposals"]]) {
    const { io } = createTestIo(cwd, { env });
    assert.equal(await run(args, io), 2);
  }
  // The control: what a person names gets the key, and this test would see it.
  assert.ok(attacker.bytes().includes(key));
  assert.ok(!attacker.bytes().includes(draftCanary) && product.bytes() === "");
  assert.deepEqual([...new Set(attacker.requests)], ["GET /api/domains"]);
});

test("a file outside goes nowhere through a link whose name the shell expanded", async () => {
  await using recorder = await startAttacker();
  const cwd = createRepository(undefined);
  const env = { ASSAY_KEY: key, ASSAY_SERVICE: recorder.origin, ASSAY_PRODUCTS: recorder.origin };
  const options = ["--domain", "datamint/generator-option"];
  for (const command of [["check"], ["fix"], ["build"], ["verify"], ["submit", "--yes"]]) {
    const more = command[0] === "submit" ? [] : command[0] === "verify" ? localFiles.slice(1) : options;
    const { io, out, err } = createTestIo(cwd, { env });
    assert.equal(await run([...command, "leak.json", ...more], io), 2, command.join(" "));
    assert.ok(!`${out()}${err()}`.includes(foreignCanary), command.join(" "));
  }
  assert.ok(!recorder.bytes().includes(foreignCanary));
  // The control: a file inside is sent.
  await run(["check", "draft.json", ...options], createTestIo(cwd, { env }).io);
  assert.ok(recorder.bytes().includes(draftCanary));
});

test("assay init writes nothing to the file that an assay.json links to", async () => {
  const victim = join(createFolder(), "profile");
  writeFileSync(victim, "mine");
  const cwd = createRepository(undefined);
  symlinkSync(victim, join(cwd, "assay.json"));
  const { io, out, err } = createTestIo(cwd, { env: { ASSAY_SERVICE: service.url } });
  const options = ["--domain", "datamint/generator-option"];
  assert.equal(await run(["init", "new.json", ...options], io), 0, out() + err());
  assert.equal(readFileSync(victim, "utf8"), "mine");
});
