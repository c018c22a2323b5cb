import type { RegistryRange } from "@assay/contract";
import { writeJson } from "@assay/json-text";
import type { PageFacts } from "../page/page-facts.ts";
import type { ExampleRules } from "../session/session.ts";

/** What the fragment of the address leads to. */
export type OpenedLink =
  | { readonly kind: "none" }
  /** The example of a diagnostic, with the rules that it needs. */
  | { readonly kind: "example"; readonly text: string; readonly rules: ExampleRules; readonly about: string }
  | { readonly kind: "unreadable"; readonly reason: string };

/** The file of examples, as the build writes it. */
interface ExamplesFile {
  readonly specPackage: object;
  readonly registry: { readonly revision: string; readonly ranges: readonly RegistryRange[] };
  readonly examples: {
    readonly [code: string]: { readonly title: string; readonly text: string; readonly specPackage?: object };
  };
}

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/**
 * Opens a fragment such as `#example.field.missing`: the example of a diagnostic. It comes with the page, so it works
 * whichever domains the service has.
 */
export async function openLink(
  fragment: string,
  { facts, fetch }: { readonly facts: PageFacts; readonly fetch: Fetch },
): Promise<OpenedLink> {
  if (!fragment.startsWith("#example.")) return { kind: "none" };
  const code = fragment.slice("#example.".length);
  const file = await fetchExamples(facts.examples, fetch);
  if (!file) return { kind: "unreadable", reason: "The example could not be loaded. Reload the page to try again." };
  const example = Object.hasOwn(file.examples, code) ? file.examples[code] : undefined;
  if (!example) return { kind: "unreadable", reason: "There is no example with this name." };
  const { specPackage = file.specPackage } = example;
  const current = new TextEncoder().encode(JSON.stringify(specPackage));
  return {
    kind: "example",
    text: writeJson(JSON.parse(example.text)),
    rules: { name: "Datamint, example rules", current, registry: file.registry },
    about: `Example for ${code}: ${example.title}. It is checked under its own rules.`,
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
