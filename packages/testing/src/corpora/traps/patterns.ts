import type { Json, JsonObject } from "@assay/contract";
import type { Domain } from "../../candidates/domains.ts";
import { domainNamed } from "../../candidates/domains.ts";
import { type CaseEdit, patchJson } from "../../cases/patch-json.ts";
import type { Trap } from "./trap.ts";

// To write these as an id loses more than case, separators, whitespace and diacritics.
const lossy = [
  ...[
    "C++ & C#",
    "Straße 日本",
    "50% off",
    "a/b test",
    "price in €",
    "rate-limit!",
    "what?",
    "R&D figures",
    "日本 labels",
  ],
  ...["5 > 4", "A* search", "C# tools", "mañana → today", "α-values", "½ price", "plan (new)", "me@home", "Größe №5"],
];

/** Strings that break a pattern, and would lose something if they were rewritten to match it. */
export function patterns(domain: Domain): readonly Trap[] {
  const { example } = domain;
  const ids = lossy.map((generatorId) => ({ domain, candidate: { ...example, generatorId } }));
  const others = (breaking[domain.spec.document.targetProduct] ?? []).map((edit) => ({
    domain,
    candidate: patchJson(example, [edit]),
  }));
  return [...ids, ...others, ...inOtherProperties(domain)].map((draft, index) => ({
    kind: "pattern",
    ...draft,
    truth: "cannot be known",
    twin: twinOf(example, index),
  }));
}

// An id that says the same in other letters.
function twinOf(example: JsonObject, index: number): Trap["twin"] {
  const id = String(example.generatorId);
  const words = id.split("-");
  const ways = [
    words.map((word) => (word[0] ?? "").toUpperCase() + word.slice(1)).join(" "),
    words.join("_"),
    ` ${id} `,
    id.toUpperCase(),
    words.join("  "),
    id.replace(/[aeiou]/, (vowel) => `${vowel}\u0301`),
    words.join("_-"),
  ];
  return { candidate: { ...example, generatorId: ways[index % ways.length] as string }, truth: { meant: example } };
}

// What a product that compares such strings would need: a rewritten value would be another one.
function inOtherProperties(domain: Domain): readonly { readonly domain: Domain; readonly candidate: Json }[] {
  if (domain.spec.document.targetProduct !== "flagship") return [];
  const add = (name: string, pattern: string): CaseEdit => ({
    op: "add",
    path: `/candidateSchema/properties/${name}`,
    value: { type: "string", maxLength: 40, pattern, description: "Compared as it is." },
  });
  const edited = domainNamed(domain.name, [
    add("offset", "^[0-9]+$"),
    add("stack", "^[a-z0-9-]+$"),
    add("town", "^[a-z]+(-[a-z]+)*$"),
  ]);
  const written: readonly JsonObject[] = [
    ...["-500", "+500", "5.00", "1,000", "5 00"].map((offset) => ({ offset })),
    ...["C++ & C#", "node.js 24", "Go/Rust", "F#"].map((stack) => ({ stack })),
    ...["Straße 日本", "St. Gallen (CH)", "Åre", "Den Haag/Delft", "San José"].map((town) => ({ town })),
  ];
  return written.map((members) => ({ domain: edited, candidate: { ...domain.example, ...members } }));
}

const breaking: { readonly [targetProduct: string]: readonly CaseEdit[] } = {
  gateway: [
    ...["customers/invoices", "/Customers/List Invoices", "GET /customers", "/customers?page=1", "/customers/:id"].map(
      (value) => replace("/path", value),
    ),
    ...["customer-id", "customer_id", "X-Customer", "2nd"].map((value) => replace("/parameters/0/name", value)),
    ...["json", "Application JSON", "text/html; charset=utf-8"].map((value) =>
      replace("/responses/404/contentType", value),
    ),
  ],
  pipeline: [
    ...["http://api.harbor.example", "api.harbor.example/v2", "ftp://harbor.example"].map((value) =>
      replace("/baseUrl", value),
    ),
    ...["Contact person", "contact-person", "2nd"].map((value) => replace("/entities/0/name", value)),
    ...["contact_id", "contact id", "#id"].map((value) => replace("/entities/0/keyField", value)),
  ],
  lingua: ["English", "en_US", "eng", "en, de", "xx-yy-zz"].map((value) => replace("/sourceLocale", value)),
  canvas: [
    ...["red", "#ABC", "rgb(31, 111, 235)", "1f6feb!"].map((value) => replace("/colors/0", value)),
    ...["unit price", "2nd", "unit-price"].map((value) => replace("/dataFields/1/name", value)),
  ],
  flagship: ["everyone else", "VIPs & friends", "beta!", "20% of users"].map((value) => replace("/audiences/0", value)),
};

function replace(path: string, value: Json): CaseEdit {
  return { op: "replace", path, value };
}
