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
import { printFigure } from "@assay/testing/print-figure";
import { type Service, startService } from "../auth/start-service-with-identity.ts";
import { createCandidate } from "../http/create-envelope.ts";
import { createTestIo, runAssay } from "./test-io.ts";
import { localOptions } from "./workspace.ts";

type Command = Awaited<ReturnType<typeof createProgram>>["program"];

const domain = { targetProduct: "datamint", domainId: "generator-option" };
const domainOption = ["--domain", "datamint/generator-option"];
const draftCanary = "draft-canary-7f31";
const foreignCanary = "foreign-canary-52c8";
const folders: string[] = [];
let service: Service;
let key: string;
let packageText: string;
/** The file that `assay login` writes for a user who is logged in to `service`. */
let storedLogin: string;

before(async () => {
  service = await startService();
  key = await service.createKey();
  const input = JSON.stringify(createCandidate({ description: `A card with a ${draftCanary} in it.` }));
  const args = ["build", "-", "--service", service.url, ...domainOption];
  const built = await runAssay(args, createFolder(), { env: { ASSAY_KEY: key }, input });
  assert.equal(built.code, 0, built.err);
  packageText = built.out;
  const home = createFolder();
  const loggedIn = await runAssay(["login", service.url], home, { input: key });
  assert.equal(loggedIn.code, 0, loggedIn.err);
  storedLogin = readFileSync(join(home, ".config/assay/access.json"), "utf8");
});
after(async () => {
  await service[Symbol.asyncDispose]();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Starts the attacker's server, which poses as an Assay service and as a product, and records what it receives. */
async function startAttacker() {
  const parts: Buffer[] = [];
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    const urls = { specPackageUrl: "", candidateSchemaUrl: "", submissionUrl: `${origin}/api/proposals` };
    response.setHeader("content-type", "application/json");
    // Gives every request the same answer, so that a client continues.
    const listed = { ...domain, status: "ready", title: "A trap", ...urls };
    response.end(JSON.stringify({ domains: [listed], type: "object", properties: {} }));
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

/** Creates a repository with a draft, a package, and a link to a file outside it. */
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

/** Creates a config folder with the stored login. */
function createConfig(): string {
  const folder = createFolder();
  mkdirSync(join(folder, "assay"));
  writeFileSync(join(folder, "assay/access.json"), storedLogin, { mode: 0o600 });
  return folder;
}

/** Lists the commands that have no subcommands, each with the words that invoke it. */
function listCommands(
  command: Command,
  path: readonly string[] = [],
): readonly (readonly [readonly string[], Command])[] {
  if (command.commands.length === 0) return [[path, command]];
  return command.commands.flatMap((child) => listCommands(child as Command, [...path, child.name()]));
}

/** Values to try for each argument. Every argument needs an entry here. */
const argumentValues: { readonly [argument: string]: readonly (readonly string[])[] } = {
  file: [["draft.json"], ["proposal.json"], ["leak.json"], ["new.json"]],
  files: [["draft.json"], ["proposal.json"], ["leak.json"], ["-"]],
  candidates: [["draft.json"], ["leak.json"]],
  old: [["draft.json"]],
  new: [["leak.json"]],
  code: [["field.missing"]],
  url: [["http://127.0.0.1:9"]],
  command: [["true"]],
};

/** Lists command lines to try: the command with every value of its arguments, without a flag and with each flag. */
function listCommandLines(path: readonly string[], command: Command): readonly (readonly string[])[] {
  let lines: readonly (readonly string[])[] = [[]];
  for (const argument of command.registeredArguments) {
    const values = argumentValues[argument.name()];
    assert.ok(values, `argumentValues needs an entry for <${argument.name()}> of assay ${path.join(" ")}`);
    lines = lines.flatMap((line) => values.map((words) => [...line, ...words]));
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
  /** Sets the trap. Returns the user's working folder, and the variables that name the user's service and product. */
  setTrap(attacker: Attacker): { readonly cwd: string; readonly env?: { readonly [name: string]: string } };
  /** Whether assay may ask the attacker for its list of domains, without a key. */
  readonly mayList: boolean;
  readonly skip?: string | false;
}

const attacks: readonly Attack[] = [
  {
    title: "a repository that names the attacker as service and as product",
    setTrap: ({ origin }) => ({ cwd: createRepository({ service: origin, products: [origin], ...domain }) }),
    mayList: true,
  },
  {
    title: "an assay.json that a pull request changed, although the user named another service and product",
    setTrap: ({ origin }) => ({
      cwd: createRepository({ service: origin, products: [origin], ...domain }),
      env: { ASSAY_SERVICE: service.url, ASSAY_PRODUCTS: service.sandbox.datamint.origin },
    }),
    mayList: false,
  },
  {
    title: "another user's assay.json in a folder above the working folder",
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
    title: "an assay.json that links to a file outside its folder",
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
  test(`no command sends a key, a draft or a foreign file to the attacker: ${title}`, {
    skip: skip ?? false,
  }, async () => {
    await using attacker = await startAttacker();
    const { program } = await createProgram(createTestIo(tmpdir()).io, () => {});
    const commands = listCommands(program);
    let lines = 0;
    for (const answers of [[], ["n", "n", "n"]]) {
      for (const [path, command] of commands) {
        for (const line of listCommandLines(path, command)) {
          const { cwd, env = {} } = setTrap(attacker);
          const input = JSON.stringify(createCandidate({ description: draftCanary }));
          for (const credentials of [{ ASSAY_KEY: key }, { XDG_CONFIG_HOME: createConfig() }])
            await runAssay(line, cwd, { answers, env: { ...env, ...credentials }, input });
          lines += 1;
        }
      }
    }
    const arrived = attacker.bytes();
    const secrets = [key, draftCanary, foreignCanary];
    printFigure("commands", commands.length, "all");
    printFigure("command lines tried", lines, "every argument and flag");
    printFigure("bytes of keys, drafts and foreign files that arrived", countSecretBytes(arrived, secrets), 0);
    const allowed = mayList ? ["GET /api/domains"] : [];
    assert.deepEqual([...new Set(attacker.requests)], allowed);
    assert.equal(countSecretBytes(arrived, secrets), 0);
    assert.doesNotMatch(arrived, /authorization/i);
  });
}

function countSecretBytes(arrived: string, secrets: readonly string[]): number {
  return secrets.reduce((bytes, secret) => bytes + (arrived.split(secret).length - 1) * secret.length, 0);
}

test("a service that the user named cannot redirect a submission to a product that the user did not name", async () => {
  await using attacker = await startAttacker();
  await using product = await startAttacker();
  const cwd = createRepository({ ...domain, products: [attacker.origin] });
  const env = { ASSAY_KEY: key, ASSAY_SERVICE: attacker.origin, ASSAY_PRODUCTS: product.origin };
  for (const args of [["submit", "--yes", "proposal.json"], ["proposals"]])
    assert.equal((await runAssay(args, cwd, { env })).code, 2);
  // Control: a service that the user names gets the key, so this test would notice a leaked key.
  assert.ok(attacker.bytes().includes(key));
  assert.ok(!attacker.bytes().includes(draftCanary) && product.bytes() === "");
  assert.deepEqual([...new Set(attacker.requests)], ["GET /api/domains"]);
});

test("assay follows no link to a file outside the repository, even if the user passes the link's name", async () => {
  await using recorder = await startAttacker();
  const cwd = createRepository(undefined);
  const env = { ASSAY_KEY: key, ASSAY_SERVICE: recorder.origin, ASSAY_PRODUCTS: recorder.origin };
  for (const command of [["check"], ["fix"], ["build"], ["verify"], ["submit", "--yes"]]) {
    const options = command[0] === "submit" ? [] : command[0] === "verify" ? localOptions.slice(1) : domainOption;
    const { code, out, err } = await runAssay([...command, "leak.json", ...options], cwd, { env });
    assert.equal(code, 2, command.join(" "));
    assert.ok(!`${out}${err}`.includes(foreignCanary), command.join(" "));
  }
  assert.ok(!recorder.bytes().includes(foreignCanary));
  // Control: a file inside the repository is sent.
  await runAssay(["check", "draft.json", ...domainOption], cwd, { env });
  assert.ok(recorder.bytes().includes(draftCanary));
});

test("assay init does not write to the file that an assay.json links to", async () => {
  const victim = join(createFolder(), "profile");
  writeFileSync(victim, "mine");
  const cwd = createRepository(undefined);
  symlinkSync(victim, join(cwd, "assay.json"));
  const { code, out, err } = await runAssay(["init", "new.json", ...domainOption], cwd, {
    env: { ASSAY_SERVICE: service.url },
  });
  assert.equal(code, 0, out + err);
  assert.equal(readFileSync(victim, "utf8"), "mine");
});
