import { formats, type Json, schemaProfile, unsupportedKeywords } from "@assay/contract";
import { didYouMean } from "../findings/did-you-mean.ts";
import { shown } from "../text/render-message.ts";

/** What to write instead of a keyword of a schema that the profile does not have. */
export function keywordAdvice(name: string): string {
  return unsupportedKeywords.get(name) ?? didYouMean(name, Object.keys(schemaProfile.properties)) ?? "Remove it.";
}

/** What to write instead of a format that is not checked. */
export function formatAdvice(format: Json | undefined): string {
  const near = typeof format === "string" ? didYouMean(format, formats) : undefined;
  return near ?? `Remove it, or use one of ${formats.map((name) => shown(name)).join(", ")}.`;
}
