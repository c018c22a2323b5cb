// What people type who do not know `assay` yet, and what it prints: one page, which is read when it changes. Record it again:
//   ASSAY_RECORD=mistakes node --conditions=assay-source --test e2e/cli/mistakes.test.ts
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { run } from "@assay/cli/run";
import { figure } from "@assay/testing/figure";
import { freePort } from "@assay/testing/services/free-port";
import { type Service, startService } from "../auth/service.ts";
import { type ScriptedServer, startScriptedServer } from "../client/scripted-server.ts";
import { aCandidate } from "../http/service.ts";
import { contractFile, type Desk, setUpDesk } from "./assay.ts";
import { createTestIo } from "./test-io.ts";

const page = join(import.meta.dirname, "mistakes.txt");
const widths = [60, 80, 120];
const offline = "--offline --spec-package spec-package.json --registry registry.json";

/** A command line, and how it ends. */
interface Mistake {
  readonly line: string;
  readonly code: number;
  /** Whether its person has a key and has named the service; otherwise there is nothing. */
  readonly at?: "service" | "wrong key" | "no key" | "nowhere";
  readonly input?: string;
}

const mistakes: readonly Mistake[] = [
  // Commands and options of other tools.
  { line: "chekc candidate.json", code: 2 },
  { line: "validate candidate.json", code: 2 },
  { line: "lint --help", code: 2 },
  { line: "frobnicate --help", code: 2 },
  { line: "publish proposal.json", code: 2 },
  { line: "check", code: 2 },
  { line: "fix", code: 2 },
  { line: "check --json candidate.json", code: 2 },
  { line: "check --fix candidate.json", code: 2 },
  { line: "check --output-format json candidate.json", code: 2 },
  { line: "check --output json candidate.json", code: 2 },
  { line: "check candidate.json --output=report.json", code: 2 },
  { line: "check --no-color candidate.json", code: 2 },
  { line: "check --quiet candidate.json", code: 2 },
  { line: "fix --dry-run candidate.json", code: 2 },
  { line: "fix --fix candidate.json", code: 2 },
  { line: "init --force candidate.json", code: 2 },
  { line: "auth status", code: 2 },
  { line: "--verbose", code: 2 },
  { line: "version", code: 2 },
  { line: "login", code: 2 },
  { line: "check --key ai_secret candidate.json", code: 2 },
  { line: "validate --key ai_secret candidate.json", code: 2 },
  { line: "check --verbose --token ai_secret candidate.json", code: 2 },
  { line: "check --api-token=ai_secret candidate.json", code: 2 },
  { line: "check --with=ai_secret candidate.json", code: 2 },
  { line: "check --quiet -k ai_secret candidate.json", code: 2 },
  { line: "check --ofline candidate.json", code: 2 },
  { line: "check --format xml candidate.json", code: 2 },
  { line: "check candidate.json --offline", code: 2 },
  { line: "check candidate.json --registry registry.json", code: 2 },
  { line: `check candidate.json ${offline} --upcoming`, code: 2 },
  { line: `check candidate.json ${offline} --remote`, code: 2 },
  { line: "explain field.mising", code: 2 },
  { line: "fix --review candidate.json", code: 2, at: "service" },
  { line: "fix --review --all candidate.json", code: 2 },
  { line: "fix -", code: 2 },
  // Files.
  { line: "check candidat.json", code: 2, at: "service" },
  { line: "check empty", code: 2 },
  { line: "check 'drafts/*.yaml'", code: 2 },
  { line: "check candidate.yaml", code: 1, at: "service" },
  { line: "check notes.md", code: 1, at: "service" },
  { line: "check broken.json", code: 1, at: "service" },
  { line: "check list.json", code: 1, at: "service" },
  { line: "check nothing.json", code: 1, at: "service" },
  { line: "check spec-package.json", code: 2, at: "service" },
  { line: "check registry.json", code: 2, at: "service" },
  { line: "check assay.json", code: 2, at: "service" },
  { line: "fix proposal.json", code: 2, at: "service" },
  { line: "submit candidate.json", code: 1, at: "service" },
  { line: "build candidate.json -o invalid.json", code: 2, at: "service" },
  { line: "init candidate.json", code: 2, at: "service" },
  { line: "check long", code: 1, at: "service" },
  // Settings.
  { line: "check candidate.json", code: 2, at: "nowhere" },
  { line: "check other/candidate.json", code: 2, at: "nowhere" },
  { line: "domains --service assay.example", code: 2 },
  { line: "domains --service localhost:8080", code: 2 },
  { line: "domains --service http://assay.example", code: 2 },
  { line: "domains --service DEAD", code: 3 },
  { line: "domains --service OTHER", code: 3 },
  { line: "check candidate.json", code: 2, at: "no key" },
  { line: "check candidate.json", code: 2, at: "wrong key" },
  { line: "check candidate.json --domain datamint/generator-options", code: 2, at: "service" },
  { line: "check candidate.json --domain datamint", code: 2, at: "service" },
  { line: "whoami", code: 2, at: "nowhere" },
  { line: "logout", code: 2, at: "nowhere" },
  { line: "login assay.example", code: 2 },
  { line: "login SERVICE", code: 2, input: "" },
  { line: "login SERVICE", code: 2, input: "ai_wrong\n" },
  { line: "whoami --key-file candidate.json", code: 2, at: "no key" },
  { line: "whoami --key-file wrong-key.txt", code: 2, at: "no key" },
  { line: "submit --yes proposal.json", code: 2, at: "service" },
  { line: "proposals", code: 2, at: "service" },
  // Drafts.
  { line: "check template.json", code: 1, at: "service" },
  { line: "check invalid.json", code: 1, at: "service" },
  { line: "check taken.json", code: 1, at: "service" },
  { line: "fix invalid.json", code: 1, at: "service" },
  { line: "check drafts", code: 1, at: "service" },
  { line: "check drafts --no-lookup", code: 1, at: "service" },
  { line: "check upcoming.json --upcoming", code: 0, at: "service" },
];

let service: Service;
let other: ScriptedServer;
let dead: string;
let key: string;
let desk: Desk;
before(async () => {
  service = await startService();
  other = await startScriptedServer((response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<p>Hi"),
  );
  dead = `http://127.0.0.1:${await freePort()}`;
  key = await service.newKey(await service.owner());
  desk = setUpDesk();
  const env = { ASSAY_KEY: key, ASSAY_SERVICE: service.url };
  const quietly = async (...args: readonly string[]) => await run(args, createTestIo(desk.folder, { env }).io);
  desk.write("candidate.json", aCandidate());
  await quietly("init", "template.json");
  await quietly("build", "candidate.json", "-o", "proposal.json");
  const { generatorName, ...rest } = aCandidate({ generatorId: "Parcel Route", supportedStrategies: ["Fast", "fast"] });
  desk.write("invalid.json", { ...rest, generator_name: generatorName ?? "" });
  desk.write("taken.json", aCandidate({ generatorId: "person-basic" }));
  const { rationaleNotes: _, ...upcoming } = aCandidate({ generatorId: "route-plan" });
  desk.write("upcoming.json", upcoming);
  desk.write("broken.json", '{\n  "generatorId": "a",\n}\n');
  desk.write("list.json", "[]\n");
  desk.write("nothing.json", "");
  desk.write("candidate.yaml", "generatorId: parcel-route\ngeneratorName: Parcel route\n");
  desk.write("notes.md", "# My proposal\n\nIt is about parcels.\n");
  desk.write(
    "spec-package.json",
    readFileSync(contractFile("spec-packages/datamint/generator-option/1.0.0.json"), "utf8"),
  );
  desk.write("registry.json", readFileSync(contractFile("cases/registries/default.json"), "utf8"));
  desk.write("drafts/valid.json", aCandidate({ generatorId: "first-of-all" }));
  desk.write("drafts/twice.json", aCandidate({ generatorId: "second-of-all", supportedStrategies: ["fast", "fast"] }));
  desk.write("drafts/broken.json", "{");
  desk.write("drafts/proposal.json", desk.read("proposal.json"));
  desk.write("other/assay.json", { service: "https://assay.example", targetProduct: "datamint", domainId: "routes" });
  desk.write("other/candidate.json", aCandidate());
  desk.write("long/draft.json", aCandidate({ rationaleNotes: "x".repeat(70_000) }));
  desk.write("wrong-key.txt", "ai_wrong\n");
  mkdirSync(join(desk.folder, "empty"));
});
after(async () => {
  desk[Symbol.dispose]();
  await other[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const wrong: string[] = [];

test("what is printed after a mistake is as recorded, fits its terminal, and names what to type next", async () => {
  const parts: string[] = [];
  for (const mistake of mistakes) {
    for (const width of widths) parts.push(await print(mistake, width));
  }
  const text = `${parts.join("\n")}`;
  if (process.env.ASSAY_RECORD === "mistakes") writeFileSync(page, text);
  assert.deepEqual(wrong, []);
  figure("mistakes on the recorded page", `${mistakes.length} at ${widths.join(", ")} columns`, "40");
  assert.equal(text, readFileSync(page, "utf8"));
});

async function print({ line, code, at = "nowhere", input = "" }: Mistake, width: number): Promise<string> {
  const env = {
    ...{ NO_COLOR: "1", COLUMNS: String(width), XDG_CONFIG_HOME: join(desk.folder, `.config-${width}`) },
    ...(at !== "nowhere" && { ASSAY_SERVICE: service.url }),
    ...(at === "service" && { ASSAY_KEY: key }),
    ...(at === "wrong key" && { ASSAY_KEY: "ai_wrong" }),
  };
  const words = line.replace("SERVICE", service.url).replace("DEAD", dead).replace("OTHER", other.origin);
  const args = [...words.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  if (at !== "nowhere") desk.write("assay.json", { targetProduct: "datamint", domainId: "generator-option" });
  const { io, out, err } = createTestIo(desk.folder, { env, columns: width, input });
  const fileBefore = desk.read("invalid.json");
  const ended = await run(args, io);
  desk.write("invalid.json", fileBefore);
  // A slow machine says what it waits for.
  const printed = `${out()}${err()}`.replace(/^(?:Waiting for|Compiling|Checked \d+ of) .*\n/gm, "");
  if (ended !== code) wrong.push(`${line} ends with ${ended}: ${printed}`);
  const isCommand = (text: string) =>
    /^(?: {2}|Next: | {2}or: )/.test(text) && /assay |https?:|--\w|yq |chmod |export /.test(text);
  for (const text of printed.split("\n")) {
    if (text.length > width && !isCommand(text)) wrong.push(`${line} at ${width} columns: ${text}`);
  }
  if (!/assay |yq |--[a-z-]+ |export |ls |Did you mean\s/.test(printed))
    wrong.push(`${line} names nothing to type: ${printed}`);
  if (printed.includes("ai_secret")) wrong.push(`${line} repeats a key: ${printed}`);
  return `## ${width} columns, exit code ${code}${at === "nowhere" ? "" : `, ${at}`}\n$ assay ${line}\n${stable(printed)}`;
}

// Ports, ids and times differ from run to run; what is written for them is as long.
function stable(text: string): string {
  return text
    .replaceAll(service.url, "http://127.0.0.1:PORT1")
    .replaceAll(other.origin, "http://127.0.0.1:PORT2")
    .replaceAll(dead, "http://127.0.0.1:PORT3")
    .replaceAll(service.sandbox.datamint.origin, "http://127.0.0.1:PORT4")
    .replaceAll(desk.folder, "/tmp/assay-desk-XXXXXX")
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "00000000-0000-4000-8000-000000000000")
    .replace(/in \d+\.\d s/g, "in 0.0 s")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-11-16T09:00:00.000Z");
}
