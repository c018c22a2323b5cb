import type { RegistryRange } from "@assay/contract";
import { writeJson } from "@assay/json-text";
import type { PageFacts } from "../page/page-facts.ts";
import type { ExampleRules } from "../session/session.ts";
import { readFragment } from "../share/create-sharing.ts";
import type { Draft } from "./draft-store.ts";

/** What the fragment of the address leads to. */
export type OpenedLink =
  | { readonly kind: "none" }
  | { readonly kind: "draft"; readonly draft: Draft }
  | ({ readonly kind: "example" } & OpenedExample)
  | { readonly kind: "unreadable"; readonly reason: string };

/** Opens a fragment: a draft that somebody shared (`#1.…`), or the example of a diagnostic (`#example.field.missing`). */
export async function openLink(
  fragment: string,
  { facts, fetch }: { readonly facts: PageFacts; readonly fetch: Fetch },
): Promise<OpenedLink> {
  if (!fragment.startsWith("#example.")) return await readFragment(fragment);
  const code = /^#example\.([a-z.-]{1,64})$/.exec(fragment)?.[1];
  if (code === undefined) return { kind: "unreadable", reason: "There is no example with this name." };
  return await fetchExample(code, facts.examples, fetch);
}

/** The example of a diagnostic, with the rules that it needs. */
interface OpenedExample {
  readonly text: string;
  readonly rules: ExampleRules;
  readonly about: string;
}

/** The file of examples, as the build writes it. */
interface ExamplesFile {
  readonly specPackage: object;
  readonly registry: { readonly revision: string; readonly ranges: readonly RegistryRange[] };
  readonly examples: {
    readonly [code: string]: { readonly title: string; readonly text: string; readonly specPackage?: object };
  };
}

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** Fetches the example of a diagnostic; it comes with the page, so it works whichever domains the service has. */
async function fetchExample(
  code: string,
  path: string,
  fetch: Fetch,
): Promise<({ readonly kind: "example" } & OpenedExample) | { readonly kind: "unreadable"; readonly reason: string }> {
  const file = await fetchExamples(path, fetch);
  if (!file) return { kind: "unreadable", reason: "The example could not be loaded. Reload the page to try again." };
  const example = Object.hasOwn(file.examples, code) ? file.examples[code] : undefined;
  if (!example) return { kind: "unreadable", reason: `There is no example for ${code}.` };
  return {
    kind: "example",
    text: writeJson(JSON.parse(example.text)),
    rules: rulesOf(file, example.specPackage),
    about: `Example for ${code}: ${example.title}. It is checked under its own rules.`,
  };
}

/** Fetches the rules of the examples alone, for a page without a service. */
export async function fetchExampleRules(path: string, fetch: Fetch): Promise<ExampleRules | undefined> {
  const file = await fetchExamples(path, fetch);
  return file && rulesOf(file);
}

async function fetchExamples(path: string, fetch: Fetch): Promise<ExamplesFile | undefined> {
  try {
    const response = await fetch(path, { credentials: "omit" });
    return response.ok ? ((await response.json()) as ExamplesFile) : undefined;
  } catch {
    return undefined;
  }
}

function rulesOf({ specPackage, registry }: ExamplesFile, own: object = specPackage): ExampleRules {
  const current = new TextEncoder().encode(JSON.stringify(own));
  return { name: "Datamint, example rules", current, registry };
}
