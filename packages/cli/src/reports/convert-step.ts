import { freeName } from "../draft/free-name.ts";
import type { Source } from "../draft/read-draft.ts";
import { quoteArgument } from "../terminal/phrases.ts";
import type { CheckerOptions } from "../verdicts/create-checker.ts";
import { sameOptions } from "./same-options.ts";

/** What people keep drafts in who do not know yet that a candidate is JSON. */
export function languageOf({ name, text }: Source): "YAML" | "TOML" | "Markdown" | undefined {
  if (/\.ya?ml$/i.test(name) || /^(?:---\s|[A-Za-z]\w*:\s)/.test(text)) return "YAML";
  if (/\.toml$/i.test(name)) return "TOML";
  return /\.(?:md|markdown)$/i.test(name) || /^(?:# |```)/.test(text) ? "Markdown" : undefined;
}

/** How a text in another language becomes a draft, in a file that does not exist yet: a shell empties the one that it writes to. */
export function convertStep(source: Source, options: CheckerOptions, cwd: string): readonly string[] | undefined {
  const { name } = source;
  const language = languageOf(source);
  if (language === undefined || name.startsWith("<")) return undefined;
  const json = quoteArgument(freeName(name.replace(/(?:\.\w+)?$/, ".json"), cwd));
  const { service, domain, offline, specPackage } = options;
  if (language === "Markdown") return [`assay init ${json}${sameOptions({ service, domain, offline, specPackage })}`];
  // Without it, yq takes the ending of the name for the language.
  const from = language === "YAML" && !/\.ya?ml$/i.test(name) ? "-p yaml " : "";
  return [`yq ${from}-o json ${quoteArgument(name)} > ${json}`];
}
