import type { Domain, DomainList } from "@assay/contract";
import { basePath, type PageFacts, qualifiedName, toPath } from "../page/page-facts.ts";
import type { Fetch } from "./facts.ts";

/** Whether the service has other rules for a domain than the page; undefined if it does not say. */
export async function areReplaced(domain: Domain, facts: PageFacts, fetch: Fetch): Promise<boolean | undefined> {
  const { specPackage } = domain;
  if (specPackage === undefined) return undefined;
  const ask = (path: string) => fetch(path, { credentials: "omit", cache: "no-cache" });
  try {
    // Most often they are still there, and no call of the API is spent.
    if ((await ask(toPath(specPackage.url))).ok) return false;
    const { domains } = (await (await ask(`${basePath(facts)}/api/domains`)).json()) as DomainList;
    const found = domains.find((one) => qualifiedName(one) === qualifiedName(domain));
    return found?.specPackage && found.specPackage.digest !== specPackage.digest;
  } catch {
    return undefined;
  }
}
