import { build, defaultClientConditions, type Rolldown } from "vite";

/** The scripts of the page, as a browser gets them. */
export type Bundle = {
  readonly page: string;
  readonly worker: string;
  /** Characters per package in the worker, before minification. */
  readonly workerParts: ReadonlyMap<string, number>;
};

/** Bundles page and worker from source, minified, without writing a file. */
export async function bundleEngine(): Promise<Bundle> {
  const output = await bundle("page", "worker");
  const page = chunk(output, "page.js");
  const worker = chunk(output, "worker.js");
  return { page: page.code, worker: worker.code, workerParts: partsOf(worker) };
}

/** The script of a page that has needed no CEL yet. */
export async function bundleWithoutCel(): Promise<string> {
  return chunk(await bundle("without-cel"), "without-cel.js").code;
}

/** The script of a page that calls the service through the client. */
export async function bundleClient(): Promise<string> {
  return chunk(await bundle("client-page"), "client-page.js").code;
}

async function bundle(...names: readonly string[]): Promise<Rolldown.RolldownOutput["output"]> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    envDir: false,
    publicDir: false,
    logLevel: "warn",
    resolve: { conditions: ["assay-source", ...defaultClientConditions] },
    build: {
      write: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, `${import.meta.dirname}/${name}.ts`])),
        output: { entryFileNames: "[name].js" },
      },
    },
  });
  return (built as Rolldown.RolldownOutput).output;
}

function chunk(output: Rolldown.RolldownOutput["output"], fileName: string): Rolldown.OutputChunk {
  const found = output.find((file) => file.fileName === fileName);
  if (found?.type !== "chunk") throw new Error(`vite made no ${fileName}`);
  // The size of a script that loads another one says little.
  if (found.imports.length > 0) throw new Error(`${fileName} imports ${found.imports.join(", ")}`);
  return found;
}

function partsOf({ modules }: Rolldown.OutputChunk): ReadonlyMap<string, number> {
  const parts = new Map<string, number>();
  for (const [path, { renderedLength }] of Object.entries(modules)) {
    const name = packageOf(path);
    parts.set(name, (parts.get(name) ?? 0) + renderedLength);
  }
  return new Map([...parts].sort(([, a], [, b]) => b - a));
}

function packageOf(path: string): string {
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  const ours = /\/packages\/([^/]+)\//.exec(path)?.[1];
  return installed ?? (ours === undefined ? "the test itself" : `@assay/${ours}`);
}
