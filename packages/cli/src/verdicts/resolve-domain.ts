import type { Domain } from "@assay/contract";
import type { Project } from "../access/read-project.ts";
import type { Draft } from "../draft/read-draft.ts";
import { Failure } from "../failure.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import type { DomainRef } from "./checker.ts";

/** Returns what the option, the request that contains a candidate, and `assay.json` say about its domain. */
export function nameDomain(
  option: string | undefined,
  project: Project,
  request: Partial<Pick<Draft, "name" | "targetProduct" | "domainId">> = {},
): Pick<Draft, "targetProduct" | "domainId"> {
  const chosen: Partial<DomainRef> = option === undefined ? {} : readDomain(option);
  for (const [name, value] of Object.entries(chosen)) {
    const requested = request[name as keyof DomainRef];
    if (requested === undefined || requested === value) continue;
    const other = `${request.name ?? "The file"} says "${name}": ${JSON.stringify(requested)}`;
    throw new Failure(`${other}, and --domain says ${JSON.stringify(value)}. Change one of them.`);
  }
  return {
    targetProduct: chosen.targetProduct ?? request.targetProduct ?? project.targetProduct,
    domainId: chosen.domainId ?? request.domainId ?? project.domainId,
  };
}

function readDomain(option: string): DomainRef {
  const [targetProduct = "", domainId = "", ...rest] = option.split("/");
  if (targetProduct !== "" && domainId !== "" && rest.length === 0) return { targetProduct, domainId };
  throw new Failure(
    `--domain takes <targetProduct>/<domainId>, not ${JSON.stringify(option)}. \`assay domains\` lists the domains.`,
  );
}

/** Finds the only domain of a service that has these names; throws a failure that lists its domains otherwise. */
export function findDomain(
  domains: readonly Domain[],
  { targetProduct, domainId }: ReturnType<typeof nameDomain>,
): Domain {
  const [match, ...others] = domains.filter(
    (domain) =>
      domain.targetProduct === (targetProduct ?? domain.targetProduct) &&
      domain.domainId === (domainId ?? domain.domainId),
  );
  if (match && others.length === 0) return match;
  const served =
    domains.map((domain) => `${domain.targetProduct}/${domain.domainId}`).join(", ") ||
    "none, and only its operator can add one";
  const problem = match
    ? "Which domain? Name it with --domain, or once in assay.json"
    : `The service does not serve ${targetProduct ?? "*"}/${domainId ?? "*"}`;
  throw new Failure(toPrintable(`${problem}. It serves: ${served}.`));
}
