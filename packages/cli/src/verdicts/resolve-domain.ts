import type { Domain } from "@assay/contract";
import type { Project } from "../access/read-project.ts";
import type { Draft } from "../draft/read-draft.ts";
import { Failure } from "../failure.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import type { DomainRef } from "./checker.ts";

/** Returns the domain of a candidate, as named by the option, the request that contains it, or `assay.json`. */
export function resolveDomain(
  option: string | undefined,
  project: Project,
  request: Partial<Pick<Draft, "name" | "targetProduct" | "domainId">> = {},
): DomainRef {
  const chosen: Partial<DomainRef> = option === undefined ? {} : readDomain(option);
  const targetProduct = chosen.targetProduct ?? request.targetProduct ?? project.targetProduct;
  const domainId = chosen.domainId ?? request.domainId ?? project.domainId;
  for (const [name, value] of Object.entries(chosen)) {
    const requested = request[name as keyof DomainRef];
    if (requested === undefined || requested === value) continue;
    const other = `${request.name ?? "The file"} says "${name}": ${JSON.stringify(requested)}`;
    throw new Failure(`${other}, and --domain says ${JSON.stringify(value)}. Change one of them.`);
  }
  if (targetProduct !== undefined && domainId !== undefined) return { targetProduct, domainId };
  throw new Failure(
    "Which domain? Name it once in assay.json, or with --domain <targetProduct>/<domainId>. `assay domains` lists them.",
  );
}

function readDomain(option: string): DomainRef {
  const [targetProduct = "", domainId = "", ...rest] = option.split("/");
  if (targetProduct !== "" && domainId !== "" && rest.length === 0) return { targetProduct, domainId };
  throw new Failure(
    `--domain takes <targetProduct>/<domainId>, not ${JSON.stringify(option)}. \`assay domains\` lists the domains.`,
  );
}

/** Finds a domain among those that a service serves; throws a failure that lists them if it is not there. */
export function findDomain(domains: readonly Domain[], { targetProduct, domainId }: DomainRef): Domain {
  const match = domains.find((domain) => domain.targetProduct === targetProduct && domain.domainId === domainId);
  if (match) return match;
  const names =
    domains.map((domain) => `${domain.targetProduct}/${domain.domainId}`).join(", ") ||
    "none, and only its operator can add one";
  throw new Failure(toPrintable(`The service does not serve ${targetProduct}/${domainId}. It serves: ${names}.`));
}
