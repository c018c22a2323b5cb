// Whoever types what a command advises gets on: each advised line is run where it was printed, with what its person had.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { run } from "@assay/cli/run";
import { firstSpecPackage } from "@assay/contract";
import { type Service, startService } from "../auth/service.ts";
import { type ScriptedServer, startScriptedServer } from "../client/scripted-server.ts";
import { aCandidate } from "../http/service.ts";
import { offline as offlineWords, setUpDesk } from "./assay.ts";
import { createTestIo } from "./test-io.ts";

const domain = "--domain datamint/generator-option";
const access = "--service SERVICE --key-file key.txt";
const offline = offlineWords.join(" ");

/** A command line, and the commands that it advises. */
interface Scene {
  readonly line: string;
  readonly advises: readonly string[];
  /** What the first of them repeats. */
  readonly keeps?: string;
  /** What is piped into it. */
  readonly input?: string;
  /** Whether `assay.json` names the domain; one in the folder of a draft names the service too. */
  readonly hasProject?: boolean | "beside the draft";
  /** Services that its person is logged in to. */
  readonly logins?: readonly string[];
}

const valid = JSON.stringify(aCandidate({ generatorId: "piped-card" }));
const firstRules = JSON.stringify(firstSpecPackage("wayfinder", "route"));
// Of several logins none is taken unless something names its service.
const elsewhere = { hasProject: "beside the draft", logins: ["SERVICE", "SEVERAL"] } as const;
const scenes: readonly Scene[] = [
  // Before anything was submitted.
  { line: `proposals ${access} ${domain} --product PRODUCT`, advises: ["submit"] },
  { line: `check valid.json ${access} ${domain}`, advises: ["build"] },
  { line: `check valid.json ${offline}`, advises: ["build"] },
  { line: `check - ${access} ${domain}`, input: valid, advises: [] },
  { line: `check - valid.json ${access} ${domain}`, input: valid, advises: [] },
  { line: `check - safe.json ${access} ${domain}`, input: "{}", advises: ["fix"] },
  { line: `check - ${access} ${domain}`, input: "{}", advises: ["explain"] },
  { line: `check proposal.json ${access} ${domain}`, advises: ["verify"] },
  { line: `check safe.json ${access} ${domain}`, advises: ["fix"] },
  { line: `check broken.json ${access} ${domain}`, advises: ["check"] },
  { line: `check notes.md ${access} ${domain}`, advises: ["init"] },
  { line: `check notes.md ${offline}`, advises: ["init"] },
  { line: `check valid.json ${access}`, advises: ["domains"] },
  { line: `check valid.json ${access} --domain datamint`, advises: ["domains"] },
  { line: `check valid.json ${access} --domain datamint/other`, advises: ["--domain", "domains"] },
  { line: `check drafts --no-lookup ${access} --domain datamint/other`, advises: ["domains"] },
  { line: `fix safe.json ${access} ${domain}`, advises: ["build"] },
  { line: `fix --review review.json ${access} ${domain}`, advises: ["check"] },
  { line: `fix --review --all review.json ${access} ${domain}`, advises: ["fix", "fix"] },
  { line: `fix proposal.json ${access} ${domain}`, advises: ["verify"] },
  { line: `fix drafts ${access} ${domain}`, advises: ["check"] },
  { line: `build valid.json -o new.json ${access} ${domain}`, advises: ["submit"] },
  { line: `build valid.json -o broken.json ${access} ${domain}`, advises: ["build"] },
  { line: `build - -o broken.json ${access} ${domain}`, input: valid, advises: ["-o"] },
  { line: `build broken.json ${access} ${domain}`, advises: ["check"] },
  { line: `verify proposal.json ${access}`, advises: ["submit"], keeps: "--key-file" },
  { line: `verify changed.json ${access}`, advises: ["build"] },
  { line: `verify answer.json ${access}`, advises: ["build"] },
  { line: `verify valid.json ${access}`, hasProject: true, advises: ["build"] },
  { line: `submit changed.json ${access}`, advises: ["build"] },
  { line: `submit proposal.json ${access} --product PRODUCT`, advises: ["submit"] },
  { line: `submit --yes proposal.json ${access} --product PRODUCT`, advises: ["proposals"] },
  { line: `submit --yes proposal.json ${access} --product PRODUCT`, hasProject: true, advises: ["proposals"] },
  { line: `proposals ${access} --product PRODUCT`, advises: ["domains"] },
  { line: "domains --service SERVICE", advises: ["init"] },
  { line: "init new.json --service SERVICE", logins: ["SERVICE", "SEVERAL"], advises: ["check"] },
  { line: `init valid.json --service SERVICE ${domain}`, advises: ["init"] },
  { line: "init drafts/new.json --service SEVERAL", advises: ["init", "init", "init"] },
  { line: "init new.json --service SEVERAL --domain datamint/no-schema", advises: ["domains"] },
  { line: "init new.json --spec-package rules.json", advises: ["init"], keeps: "rules.json" },
  // Names that a shell or the program would take for something else.
  { line: `check 'my draft.json' ${access} ${domain}`, advises: ["build"] },
  { line: `check ${access} ${domain} -- -dash.json`, advises: ["build"] },
  // Options, files and settings that the next command needs as well.
  { line: `check safe.json --no-lookup --service SERVICE ${domain}`, advises: ["fix"] },
  { line: `check empty ${access} ${domain}`, advises: ["init"] },
  { line: `check drafts --remote ${access} ${domain}`, advises: ["build"] },
  { line: `fix --review --all drafts --remote ${access} ${domain}`, advises: ["fix", "fix"], keeps: "--remote" },
  { line: `check assay.json ${access} ${domain}`, hasProject: true, advises: ["check"] },
  { line: `check valid.json --offline --spec-package spec-package.json`, advises: ["--registry"] },
  { line: `fix - ${access} ${domain}`, advises: ["fix"] },
  { line: "build elsewhere/valid.json -o new.json", ...elsewhere, advises: ["submit"] },
  { line: "check elsewhere/notes.md", ...elsewhere, advises: ["init"] },
  // Files that are something else.
  { line: `check invalid-package.json ${access} ${domain}`, advises: ["verify"] },
  { line: `check - ${access} ${domain}`, input: '{"format": "spec-package/v1"}', advises: [] },
  { line: `submit 'my draft.json' ${access}`, hasProject: true, advises: ["build"], keeps: "'my draft.json'" },
  // Rules.
  { line: "spec init rules.json --domain wayfinder/route", advises: ["spec"], keeps: "wayfinder/route" },
  { line: "spec init new.json --domain wayfinder", advises: ["spec"] },
  { line: "spec diff rules.json rules.json --candidates broken.json", advises: ["spec"] },
  { line: "spec check -", input: firstRules, advises: [] },
  { line: "spec test -", input: firstRules, advises: [] },
  // Words of other tools.
  { line: "rules", advises: ["spec"] },
  { line: "validate", advises: ["check"] },
  { line: "list --service SERVICE", advises: ["domains"] },
  { line: "logout localhost:9", advises: [] },
  { line: "login SERVICE", logins: ["SEVERAL"], advises: ["domains"] },
  { line: "login SERVICE", advises: ["domains"] },
  { line: "logout", advises: ["logout"] },
  { line: "logout http://localhost:9", logins: ["SERVICE", "SEVERAL"], advises: ["logout", "logout"] },
];

let service: Service;
let several: ScriptedServer;
let key: string;
before(async () => {
  service = await startService();
  key = await service.newKey(await service.owner());
  const { domains } = (await (await fetch(`${service.url}/api/domains`)).json()) as { domains: readonly object[] };
  several = await startScriptedServer((response, { url }) => {
    const listed = domains.flatMap((one) => [
      one,
      ...["other", "third", "no-schema"].map((domainId) => ({ ...one, domainId })),
    ]);
    const answer = url === "/api/domains" ? { domains: listed, caller: { subject: "ada" } } : { type: "object" };
    const status = url?.includes("/no-schema/") ? 404 : 200;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
});
after(async () => {
  await several[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

for (const scene of scenes) {
  const { line, advises, keeps = "", hasProject = false } = scene;
  const beside = hasProject === "beside the draft" ? ` ${hasProject}` : "";
  const title = `${line.replace(offline, "--offline")}${hasProject ? `, with assay.json${beside}` : ""}`;
  test(`what is advised works after: assay ${title}`, async () => {
    const printed = await play(scene, async (_, out) => out);
    const steps = [
      ...printed.matchAll(/^(?:Next: | {2}or: | {2})(?:edit .*, then: )?((?:assay|-o|--domain|--registry) .*)$/gm),
    ];
    assert.deepEqual(
      steps.map(([, step = ""]) => wordsOf(step.replace(/^assay /, ""))[0]),
      advises,
      printed,
    );
    assert.ok((steps[0]?.[1] ?? "").includes(keeps), printed);
    for (const [, step = ""] of steps) {
      assert.ok(!wordsOf(step).includes("-"), step);
      await play(scene, async (assay) => {
        // An option is added to the same command; a person at a terminal agrees to everything.
        const isCommand = step.startsWith("assay ");
        const { code, out } = isCommand ? await assay(step.slice(6), ["y", "y", "y"]) : await assay(`${line} ${step}`);
        assert.ok(code === 0 || code === 1, `${step}\n${out}`);
      });
    }
  });
}

type Assay = (line: string, answers?: readonly string[]) => Promise<{ readonly code: number; readonly out: string }>;

/** Sets a scene, runs its command, and goes on with what it printed. */
async function play<Result>(scene: Scene, goOn: (assay: Assay, out: string) => Promise<Result>): Promise<Result> {
  const { line, input = "", hasProject = false, logins = [] } = scene;
  using desk = setUpDesk();
  const assay: Assay = async (text, answers = []) => {
    const words = wordsOf(
      text
        .replaceAll("SERVICE", service.url)
        .replaceAll("SEVERAL", several.origin)
        .replaceAll("PRODUCT", service.sandbox.datamint.origin),
    );
    const piped = words[0] === "login" ? key : input;
    const { io, out, err } = createTestIo(desk.folder, { answers, env: desk.env, input: piped });
    return { code: await run(words, io), out: `${out()}${err()}` };
  };
  for (const one of logins) await assay(`login ${one}`);
  desk.write("key.txt", key);
  desk.write("own.json", aCandidate({ generatorId: "own-card" }));
  await assay(`build own.json -o proposal.json ${offline}`);
  const proposalPackage = JSON.parse(desk.read("proposal.json"));
  const changed = { ...proposalPackage, candidate: aCandidate({ generatorId: "changed-card" }) };
  desk.write("changed.json", changed);
  desk.write("answer.json", { valid: true, proposalPackage: changed });
  desk.write("valid.json", aCandidate({ generatorId: "second-card" }));
  desk.write("safe.json", aCandidate({ generatorId: "third-card", supportedStrategies: ["fast", "fast"] }));
  desk.write("review.json", aCandidate({ generatorId: "Fourth Card" }));
  desk.write("broken.json", "{");
  desk.write("notes.md", "# My proposal\n");
  desk.write("drafts/broken.json", "{");
  desk.write("drafts/valid.json", aCandidate({ generatorId: "fifth-card" }));
  desk.write("my draft.json", desk.read("valid.json"));
  desk.write("-dash.json", desk.read("valid.json"));
  desk.write("invalid-package.json", { ...proposalPackage, candidate: aCandidate({ generatorId: "Sixth Card" }) });
  desk.write("empty/readme.txt", "");
  desk.write("elsewhere/valid.json", desk.read("valid.json"));
  desk.write("elsewhere/notes.md", desk.read("notes.md"));
  desk.write("rules.json", firstRules);
  // What advice calls files whose names are not known.
  desk.write("candidate.json", desk.read("own.json"));
  const [, , specPackage = "", , registry = ""] = offlineWords;
  desk.write("spec-package.json", readFileSync(specPackage));
  desk.write("registry.json", readFileSync(registry));
  const ref = { targetProduct: "datamint", domainId: "generator-option" };
  if (hasProject === "beside the draft") desk.write("elsewhere/assay.json", { service: service.url, ...ref });
  else if (hasProject) desk.write("assay.json", ref);
  return await goOn(assay, (await assay(line)).out);
}

function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}
