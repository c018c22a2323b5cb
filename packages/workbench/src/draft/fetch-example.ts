import { writeJson } from "@assay/json-text";
import type { PageConfig } from "../page/page-config.ts";
import type { ExampleRules } from "../session/session.ts";

/** An example of a diagnostic with its own rules, or a sentence that explains why there is none. */
export type FetchedExample =
  | { readonly kind: "ok"; readonly text: string; readonly rules: ExampleRules; readonly description: string }
  | { readonly kind: "failed"; readonly reason: string };

/** The file with the examples, which the build writes. */
interface ExamplesFile {
  readonly specPackage: object;
  readonly registry: object;
  readonly examples: {
    readonly [code: string]: { readonly title: string; readonly text: string; readonly specPackage?: object };
  };
}

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** The start of a fragment that names an example. A diagnostic code follows it. */
export const examplePrefix = "#example.";

/** Fetches the example that a fragment names. Examples are part of the page and do not need a domain of the service. */
export async function fetchExample(
  fragment: string,
  { config, fetch }: { readonly config: PageConfig; readonly fetch: Fetch },
): Promise<FetchedExample> {
  const code = fragment.slice(examplePrefix.length);
  const file = await fetchExamples(config.examples, fetch);
  if (!file) return { kind: "failed", reason: "The example could not be loaded. Reload the page to try again." };
  const example = Object.hasOwn(file.examples, code) ? file.examples[code] : undefined;
  if (!example) return { kind: "failed", reason: "There is no example with this name." };
  const { specPackage = file.specPackage } = example;
  const [current, registry] = [specPackage, file.registry].map((document) =>
    new TextEncoder().encode(JSON.stringify(document)),
  ) as [Uint8Array, Uint8Array];
  return {
    kind: "ok",
    text: writeJson(JSON.parse(example.text)),
    rules: { name: "Datamint, example rules", current, registry },
    description: `Example for ${code}: ${example.title}. It is checked under its own rules.`,
  };
}

async function fetchExamples(path: string, fetch: Fetch): Promise<ExamplesFile | undefined> {
  try {
    const response = await fetch(path, { credentials: "omit" });
    return response.ok ? ((await response.json()) as ExamplesFile) : undefined;
  } catch {
    return undefined;
  }
}
