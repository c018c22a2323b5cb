import assert from "node:assert/strict";
import { hash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject, ProposalPackage } from "@assay/contract";
import { startApp } from "@assay/server";
import { findFreePort } from "@assay/testing/services/find-free-port";
import { generousLimit } from "@assay/testing/services/generous-limit";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { type Child, startChild } from "@assay/testing/services/start-child";
import { waitUntilReady } from "@assay/testing/services/wait-until-ready";
import { assayCommand, createWorkspace, type Workspace } from "./workspace.ts";

/** How to start an example product. */
export interface ExampleProgram {
  readonly program: string;
  readonly args: readonly string[];
  /**
   * Whether the product asks `assay verify --listen` about each submission, and reserves the ids of open proposals. If not,
   * it runs the engine in its own process, and warns voters about open proposals with the same id.
   */
  readonly usesCommand: boolean;
}

type StringMap = { readonly [name: string]: string };

/** An example product, an introspection endpoint that knows its users, and a service that serves its domain. */
export interface ExampleProduct extends AsyncDisposable {
  readonly origin: string;
  readonly serviceUrl: string;
  /** The folder with `spec-package.json`, which the product publishes, and `keys.json`. Ada runs `assay` in it. */
  readonly workspace: Workspace;
  /** Stops `assay verify --listen`, and returns its port. */
  stopVerify(): Promise<number>;
  /** Starts it again. */
  startVerify(): Promise<void>;
  /** Builds a proposal package at the service, with Ada's key. */
  buildPackage(candidate: JsonObject): Promise<ProposalPackage>;
  /** Submits a proposal package to the product, with Ada's key unless `headers` has a different key. */
  submit(proposalPackage: unknown, headers?: StringMap): Promise<Answer>;
  /** Sends JSON to the product, with Ada's key unless `headers` has a different key. */
  post(path: string, json: string, headers?: StringMap): Promise<Answer>;
}

interface Answer {
  readonly status: number;
  readonly headers: Response["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: the shape differs between answers.
  readonly body: any;
}

export const examples: string = join(import.meta.dirname, "../../examples");
const assay = assayCommand.map((word) => `'${word}'`).join(" ");
const files = ["--spec-package", "spec-package.json", "--registry", "registry.json"];
const domain = { targetProduct: "swatchbook", domainId: "color-palette" };
const layers = `{
  "type": "array", "maxItems": 9, "items": {
    "type": "object", "additionalProperties": false, "maxProperties": 2,
    "properties": { "name": { "type": "string", "maxLength": 9 }, "depth": { "type": "integer", "minimum": 0, "maximum": 9 } }
  }
}`;
/** The rules of a team that copied the example: with more properties, and an optional title instead of the name. */
export const rules: string = readFileSync(join(examples, "smallest-spec-package/spec-package.json"), "utf8")
  .replace('"properties": {', `$& "weight": { "type": "number", "minimum": 0, "maximum": 10 }, "layers": ${layers},`)
  .replace('"generatorId", "paletteName",', '"generatorId",')
  .replaceAll("paletteName", "paletteTitle");
export const createKey = (): string => `ai_${randomBytes(24).toString("base64url")}`;
/** The keys of two users. */
export const keys = { ada: createKey(), ben: createKey() } as const;
/** The content of `keys.json`: the user of each key, by the key's hash. */
export const knownKeys: JsonObject = Object.fromEntries(
  Object.entries(keys).map(([sub, key]) => [hash("sha256", key), { sub }]),
);
// The secret has characters that form encoding escapes.
const client = { id: "swatchbook", secret: "keep this+secret: 100%" };

/** Starts an example product as its README describes, with packages resolved from source. */
export async function startExampleProduct({ program, args, usesCommand }: ExampleProgram): Promise<ExampleProduct> {
  await using started = new AsyncDisposableStack();
  const workspace = started.use(createWorkspace());
  workspace.write("keys.json", knownKeys);
  workspace.write("spec-package.json", rules);
  const startProgram = async (child: Pick<ExampleProgram, "program" | "args">, variables: StringMap) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, CLIENT: client.id, CLIENT_SECRET: client.secret, ...variables };
    const isReady = (line: string) => line.startsWith("listening");
    return await startChild({ ...child, cwd: workspace.folder, env, isReady });
  };
  const port = String(await findFreePort());
  const introspection = [join(examples, "introspection/introspect.ts"), "keys.json"];
  started.use(await startProgram({ program: process.execPath, args: introspection }, { PORT: port }));
  const introspectionUrl = `http://127.0.0.1:${port}/introspect`;
  const product = { program, args: [...args, "spec-package.json"] };
  const verifyPort = await findFreePort();
  const address = `127.0.0.1:${verifyPort}`;
  const variables = { PORT: "0", IDENTITY: introspectionUrl, ASSAY: assay, VERIFY: address };
  const origin = started.use(await startProgram(product, variables)).readyLine.replace("listening at ", "");
  let verify: Child | undefined;
  started.defer(async () => void (await verify?.stop()));
  const startVerify = async () => {
    const [command = "", ...first] = assayCommand;
    verify = await startProgram({ program: command, args: [...first, "verify", "--listen", address, ...files] }, {});
  };
  if (usesCommand) await startVerify();
  const app = started.use(
    await startApp({
      limit: generousLimit,
      ...longTimeouts,
      keys: { introspectionUrl, clientId: client.id, clientSecret: client.secret },
      domains: [
        {
          ...domain,
          refreshSeconds: 1,
          maxStaleSeconds: { specPackage: 86_400, registry: 86_400 },
          specPackageUrl: `${origin}/spec-package.json`,
          submissionUrl: `${origin}/api/proposals`,
          registry: { url: `${origin}/registry.json` },
        },
      ],
    }),
  );
  await waitUntilReady(app);
  Object.assign(workspace.env, { ASSAY_KEY: keys.ada, ASSAY_SERVICE: app.url, ASSAY_PRODUCTS: origin });
  workspace.write("assay.json", domain);

  const adasHeaders = { "content-type": "application/json", authorization: `Bearer ${keys.ada}` };
  const post: ExampleProduct["post"] = async (path, body, headers) => {
    const answer = await fetch(`${origin}${path}`, { method: "POST", headers: { ...adasHeaders, ...headers }, body });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  const running = started.move();
  return {
    origin,
    serviceUrl: app.url,
    workspace,
    async stopVerify() {
      await verify?.stop();
      return verifyPort;
    },
    startVerify,
    async buildPackage(candidate) {
      const body = JSON.stringify({ ...domain, candidate });
      const answer = await fetch(`${app.url}/api/build`, { method: "POST", headers: adasHeaders, body });
      const { proposalPackage } = (await answer.json()) as { readonly proposalPackage: ProposalPackage };
      assert.ok(proposalPackage, String(answer.status));
      return proposalPackage;
    },
    submit: (proposalPackage, headers) => post("/api/proposals", JSON.stringify({ proposalPackage }), headers),
    post,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
