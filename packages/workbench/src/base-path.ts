import type { PageFacts } from "./page-facts.ts";

/** The path of the service, without a slash at its end: what every path in the page begins with. */
export function basePathOf({ publicUrl }: Pick<PageFacts, "publicUrl">): string {
  return new URL(publicUrl).pathname.replace(/\/$/, "");
}
