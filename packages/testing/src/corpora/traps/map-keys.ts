import type { Json, JsonObject } from "@assay/contract";
import type { Domain } from "../../candidates/domains.ts";
import { withNames } from "./closed-objects.ts";
import type { Draft, Trap } from "./trap.ts";

interface Keys {
  readonly map: string;
  /** Names that are not allowed, by the one that was meant. */
  readonly meant: { readonly [key: string]: readonly string[] };
  /** Names of which nobody knows what they stand for. */
  readonly unknowable: readonly string[];
  readonly added: Json;
  /** Drafts of which there is no doubt what was meant: a copy in an array of strings, a misspelled name inside an entry. */
  readonly twins: (example: JsonObject) => readonly Json[];
}

const keysOf: { readonly [targetProduct: string]: Keys } = {
  lingua: {
    map: "translations",
    meant: {
      en: ["EN", "En", "english", "eng"],
      de: ["DE", "De", "deutsch", "german", "ger", "de_DE"],
      "pt-BR": ["pt_BR", "pt-br", "PT-BR", "portuguese", "ptBR"],
    },
    unknowable: ["default", "other", "FR", "xx_YY", "Klingon", "*", "fallback", "zh-Hans-CN"],
    added: { label: "Payer maintenant", status: "draft" },
    twins: (example) => {
      const terms = example.glossaryTerms as readonly Json[];
      return terms.map((copy) => ({ ...example, glossaryTerms: [...terms, copy] }));
    },
  },
  gateway: {
    map: "responses",
    meant: { "200": ["OK", "200 OK", "ok", "success"], "404": ["404 Not Found", "notFound", "NOT_FOUND", "missing"] },
    unknowable: ["2XX", "4xx", "default", "5XX", "error", "*", "20x", "600"],
    added: { description: "Anything else.", contentType: "application/problem+json" },
    twins: (example) => {
      const responses = example.responses as { readonly [status: string]: JsonObject };
      return Object.entries(responses).map(([status, response]) => ({
        ...example,
        responses: { ...responses, [status]: withNames(response, { contentType: "content_type" }) },
      }));
    },
  },
};

/** Entries of a map under names that it does not allow: to remove one loses what it holds. */
export function mapKeys(domain: Domain): readonly Trap[] {
  const keys = keysOf[domain.spec.document.targetProduct];
  if (!keys) return [];
  const { example } = domain;
  const map = example[keys.map] as JsonObject;
  const changed = (entries: JsonObject) => ({ ...example, [keys.map]: entries });
  const drafts: readonly Draft[] = [
    ...Object.entries(keys.meant).flatMap(([key, others]) =>
      others.map((other) => ({ candidate: changed(withNames(map, { [key]: other })), truth: { meant: example } })),
    ),
    ...keys.unknowable.flatMap((key) => [
      { candidate: changed({ ...map, [key]: keys.added }), truth: "cannot be known" as const },
      ...Object.keys(keys.meant).map((from) => ({
        candidate: changed(withNames(map, { [from]: key })),
        truth: "cannot be known" as const,
      })),
    ]),
  ];
  const twins = keys.twins(example);
  return drafts.map((draft, index) => ({
    kind: "map key",
    domain,
    ...draft,
    twin: { candidate: twins[index % twins.length] as Json, truth: { meant: example } },
  }));
}
