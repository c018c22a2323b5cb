// Whoever types what a command advises gets on: each advised line is run where it was printed, with what its person had.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { run } from "@assay/cli/run";
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
  /** What is piped into it. */
  readonly input?: string;
  /** Whether `assay.json` names the domain. */
  readonly hasProject?: boolean;
  /** Services that its person is logged in to. */
  readonly logins?: readonly string[];
}

const valid = JSON.stringify(aCandidate({ generatorId: "piped-card" }));
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
  { line: `build valid.json -o new.json ${access} ${domain}`, advises: ["review", "submit"] },
  { line: `build valid.json -o broken.json ${access} ${domain}`, advises: ["build"] },
  { line: `build - -o broken.json ${access} ${domain}`, input: valid, advises: ["-o"] },
  { line: `build broken.json ${access} ${domain}`, advises: ["check"] },
  { line: `verify proposal.json ${access}`, advises: ["review"] },
  { line: `verify changed.json ${access} ${domain}`, advises: ["build"] },
  { line: `verify answer.json ${access} ${domain}`, advises: ["build"] },
  { line: `verify valid.json ${access} ${domain}`, advises: ["build"] },
  { line: `submit changed.json ${access}`, hasProject: true, advises: ["build"] },
  { line: `submit proposal.json ${access} --product PRODUCT`, advises: ["submit"] },
  { line: `submit --yes proposal.json ${access} --product PRODUCT`, advises: ["proposals"] },
  { line: `submit --yes proposal.json ${access} --product PRODUCT`, hasProject: true, advises: ["proposals"] },
  { line: `proposals ${access} --product PRODUCT`, advises: ["domains"] },
  { line: "domains --service SERVICE", advises: ["init"] },
  { line: "init new.json --service SERVICE", logins: ["SERVICE", "SEVERAL"], advises: ["check"] },
  { line: `init valid.json --service SERVICE ${domain}`, advises: ["init"] },
  { line: "init drafts/new.json --service SEVERAL", advises: ["init", "init"] },
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
    const listed = domains.flatMap((one) => [one, { ...one, domainId: "other" }]);
    const answer = url === "/api/domains" ? { domains: listed, caller: { subject: "ada" } } : { type: "object" };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
});
after(async () => {
  await several[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

for (const scene of scenes) {
  const { line, advises, hasProject = false } = scene;
  const title = `${line.replace(offline, "--offline")}${hasProject ? ", with assay.json" : ""}`;
  test(`what is advised works after: assay ${title}`, async () => {
    const printed = await play(scene, async (_, out) => out);
    const steps = [...printed.matchAll(/^(?:Next: | {2}or: | {2})(?:edit .*, then: )?((?:assay|-o|--\w+) .*)$/gm)];
    assert.deepEqual(
      steps.map(([, step = ""]) => wordsOf(step.replace(/^assay /, ""))[0]),
      advises,
      printed,
    );
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
  // What advice calls a draft whose name is not known.
  if (!line.startsWith("domains")) desk.write("candidate.json", desk.read("own.json"));
  if (hasProject) desk.write("assay.json", { targetProduct: "datamint", domainId: "generator-option" });
  return await goOn(assay, (await assay(line)).out);
}

function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}
