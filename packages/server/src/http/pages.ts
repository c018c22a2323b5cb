import { hash } from "node:crypto";
import {
  createOpenapi,
  type DiagnosticEntry,
  diagnosticCatalogue,
  exampleParts,
  type Json,
  limits,
  operations,
  type ProblemEntry,
  problemCatalogue,
} from "@assay/contract";
import { type Article, type Block, type Link, style, toHtml, toMarkdown } from "./article.ts";

/** The documents for people and agents, which stay the same as long as the process runs. */
export interface Pages {
  /** The route patterns that lead to pages. */
  readonly paths: readonly string[];
  /** The page at this path, without query, in the form that the Accept header likes best. */
  find(path: string, accept: string | undefined): Page | "not-acceptable" | undefined;
}

/** A document, ready to be sent. */
export interface Page {
  readonly contentType: string;
  readonly body: string;
}

/** What a Content-Security-Policy needs in `style-src`, between single quotes. */
export const styleHash: string = `sha256-${hash("sha256", style, "base64")}`;

/** Writes every page of a service at this address (without a slash at its end). */
export function createPages(publicUrl: string): Pages {
  const singles = new Map<string, Page>([
    ["/openapi.json", { contentType: jsonType, body: JSON.stringify(createOpenapi(publicUrl)) }],
    ["/llms.txt", { contentType: "text/plain; charset=utf-8", body: llms(publicUrl) }],
  ]);
  const up = { text: "Assay", url: `${publicUrl}/docs` };
  const pages = new Map([
    ["/docs", docs(publicUrl)] as const,
    ...catalogue(problems(publicUrl), up),
    ...catalogue(diagnostics(publicUrl), up),
  ]);
  return {
    paths: ["/docs", "/problems", "/problems/:code", "/diagnostics", "/diagnostics/:code", ...singles.keys()],
    find(path, accept) {
      const forms = pages.get(path);
      if (!forms) return singles.get(path);
      const form = chooseForm(accept);
      return form ? forms[form] : "not-acceptable";
    },
  };
}

type Form = "html" | "markdown" | "json";
type Forms = { readonly [form in Form]: Page };

const jsonType = "application/json; charset=utf-8";

/** One kind of code: its index and the page of each. */
interface Catalogue {
  readonly path: string;
  readonly name: string;
  readonly title: string;
  readonly intro: string;
  readonly url: string;
  readonly head: readonly string[];
  readonly entries: readonly {
    readonly code: string;
    readonly title: string;
    readonly cells: readonly string[];
    readonly blocks: readonly Block[];
    readonly json: { readonly [member: string]: Json };
  }[];
}

function catalogue(
  { path, name, title, intro, url, head, entries }: Catalogue,
  above: Link,
): readonly (readonly [string, Forms])[] {
  const rows = entries.map(({ code, cells, title }) => [{ text: code, url: `${url}/${code}` }, ...cells, title]);
  const table: Block = { kind: "table", head: ["code", ...head, "title"], rows };
  const all = { title, blocks: [{ kind: "paragraph", text: intro }, table], up: above } satisfies Article;
  const up = { text: title, url };
  return [
    [path, formsOf(all, { [name]: entries.map(({ json }) => json) })],
    ...entries.map(
      ({ code, title, blocks, json }) =>
        [`${path}/${code}`, formsOf({ title: `${code}: ${title}`, blocks, up }, json)] as const,
    ),
  ];
}

function formsOf(article: Article, json: Json): Forms {
  return {
    html: { contentType: "text/html; charset=utf-8", body: toHtml(article) },
    markdown: { contentType: "text/markdown; charset=utf-8", body: toMarkdown(article) },
    json: { contentType: jsonType, body: `${JSON.stringify(json, null, 2)}\n` },
  };
}

/** Where a reader begins: everything that can be called or read. */
function docs(publicUrl: string): Forms {
  const calls = Object.entries(operations).map(([operationId, { method, path, description }]) => ({
    operationId,
    method,
    path,
    url: `${publicUrl}${path}`,
    about: description,
  }));
  const documents = [
    ["/llms.txt", "The way from a draft to a package, on one page for agents."],
    ["/openapi.json", "Every request, answer and example (OpenAPI 3.1)."],
    ["/diagnostics", "What a verdict can say, and who can act."],
    ["/problems", "Why a request got no verdict."],
  ].map(([path = "", about = ""]) => ({ path, url: `${publicUrl}${path}`, about }));
  const blocks: readonly Block[] = [
    { kind: "paragraph", text: purpose },
    { kind: "heading", text: "To call" },
    {
      kind: "table",
      head: ["operation", "request", "what it does"],
      rows: calls.map(({ operationId, method, path, about }) => [`\`${operationId}\``, `\`${method} ${path}\``, about]),
    },
    {
      kind: "paragraph",
      text: `All of it is at \`${publicUrl}\`. The same three are tools over MCP: \`POST ${publicUrl}/mcp\`. Tools and POST operations need a key: \`Authorization: Bearer ai_...\`.`,
    },
    { kind: "heading", text: "To read" },
    {
      kind: "table",
      head: ["page", "what it holds"],
      rows: documents.map(({ path, url, about }) => [{ text: path, url }, about]),
    },
    { kind: "paragraph", text: `What a candidate looks like is a JSON Schema for each domain: ${schemaPath}` },
  ];
  const candidateSchema = `${publicUrl}/schemas/{targetProduct}/{domainId}/candidate.json`;
  const json = { operations: calls, mcp: `${publicUrl}/mcp`, documents, candidateSchema };
  return formsOf({ title: "Assay", blocks }, json);
}

const purpose =
  "Checks a proposal before it is submitted to its target product, names everything that is wrong in one answer, and builds the package that is submitted. Nothing is stored and nothing is forwarded.";
const schemaPath =
  "`/schemas/{targetProduct}/{domainId}/candidate.json`. `listDomains` has its address as `candidateSchemaUrl`.";

function problems(publicUrl: string): Catalogue {
  const url = `${publicUrl}/problems`;
  return {
    path: "/problems",
    name: "problems",
    title: "Problems",
    intro: "Why a request got no verdict. A code never changes its meaning.",
    url,
    head: ["status", "retryable"],
    entries: Object.entries<ProblemEntry>(problemCatalogue).map(([code, entry]) => {
      const { status, title, retryable, explanation } = entry;
      const again = retryable ? "The same request can succeed later" : "The same request will fail again";
      return {
        code,
        title,
        cells: [`${status}`, retryable ? "yes" : "no"],
        blocks: [
          { kind: "paragraph", text: `Status: ${status}. ${again} (\`retryable: ${retryable}\`).` },
          { kind: "paragraph", text: explanation },
        ],
        json: { code, type: `${url}/${code}`, ...entry },
      };
    }),
  };
}

const actors = {
  edit: "whoever writes the candidate",
  "owner-decision": "only the owner, a person",
  "product-team": "the team that publishes the spec package",
} as const;

function diagnostics(publicUrl: string): Catalogue {
  const url = `${publicUrl}/diagnostics`;
  return {
    path: "/diagnostics",
    name: "diagnostics",
    title: "Diagnostics",
    intro: "Everything that a verdict can say of a candidate. A code never changes its meaning.",
    url,
    head: ["severity", "needs"],
    entries: Object.entries<DiagnosticEntry>(diagnosticCatalogue).map(([code, entry]) => {
      const { severity, needs, title, messages, explanation, example } = entry;
      return {
        code,
        title,
        cells: [severity, needs],
        blocks: [
          { kind: "paragraph", text: `Severity: ${severity}. Who can act: ${actors[needs]} (\`needs: "${needs}"\`).` },
          { kind: "paragraph", text: explanation },
          { kind: "heading", text: "What it says" },
          { kind: "list", items: Object.values(messages).map((text) => text.replace(/\{(\w+)(?::\w+)?\}/g, "*$1*")) },
          { kind: "heading", text: "Example" },
          ...exampleParts(example).flatMap(({ caption, json }): Block[] => [
            { kind: "paragraph", text: caption },
            { kind: "listing", text: json },
          ]),
        ],
        json: { code, docs: `${url}/${code}`, ...entry },
      };
    }),
  };
}

function llms(publicUrl: string): string {
  const { listDomains, validateProposal, buildProposal } = operations;
  const line = ({ method, path, description }: (typeof operations)[keyof typeof operations]) =>
    `- \`${method} ${publicUrl}${path}\`: ${description}`;
  return `# Assay

> ${purpose}

## The flow

1. Call listDomains and choose a \`targetProduct\` and \`domainId\`. \`candidateSchemaUrl\` says what a candidate looks like.
2. Call validateProposal with \`{ "targetProduct", "domainId", "candidate" }\`.
3. While \`valid\` is false: apply \`repair.patch\` (JSON Patch, RFC 6902), edit what is left, call again. Read \`needs\`: \`edit\` is for you, \`owner-decision\` is for a person (never invent or change \`owner\`), \`product-team\` is for those who wrote the rules.
4. Call buildProposal with the same body. A valid candidate comes back as \`proposalPackage\`.
5. Send \`{ "proposalPackage": ... }\` to \`submission.url\` with \`submission.headers\` and your key. The target product checks again and opens the ballot.

## Operations

${[listDomains, validateProposal, buildProposal].map(line).join("\n")}

The same three are tools over MCP, at \`POST ${publicUrl}/mcp\`; there every call needs a key.

POST operations need \`Authorization: Bearer ai_...\`. Bodies are \`application/json\`, at most ${limits.bodyBytes} bytes. At most 20 calls in any 60 seconds: one call per edit is enough. A bad candidate is answered with 200 and diagnostics; any other status is a problem (\`application/problem+json\`): decide by \`code\`, and wait \`retryAfterSeconds\` where it is given.

## Links

- [OpenAPI](${publicUrl}/openapi.json): every request, answer and example.
- [Diagnostics](${publicUrl}/diagnostics): what a verdict can say; one page per code at \`/diagnostics/{code}\`.
- [Problems](${publicUrl}/problems): why a request got no verdict; one page per code at \`/problems/{code}\`.

Pages come as Markdown, HTML or JSON, by the \`Accept\` header.
`;
}

const mediaTypes: { readonly [form in Form]: readonly [type: string, subtype: string] } = {
  html: ["text", "html"],
  markdown: ["text", "markdown"],
  json: ["application", "json"],
};
const asListed: readonly Form[] = ["html", "markdown", "json"];
const byWildcard: readonly Form[] = ["markdown", "html", "json"];

interface Range {
  readonly type: string;
  readonly subtype: string;
  readonly quality: number;
}

// RFC 9110, section 12.5.1: of the ranges that fit a form the most specific one decides. Among equals a form that is
// named wins, so that browsers get HTML; where only a wildcard speaks, as curl's does, it is Markdown.
function chooseForm(accept: string | undefined): Form | undefined {
  const ranges = (accept ?? "").split(",").flatMap(readRange);
  if (ranges.length === 0) return "markdown";
  const named = asListed.map((form) => ({ form, ...rate(form, ranges) })).filter(({ precision }) => precision === 2);
  const wild = byWildcard.map((form) => ({ form, ...rate(form, ranges) })).filter(({ precision }) => precision < 2);
  const [best] = [...named, ...wild].filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  return best?.form;
}

function rate(form: Form, ranges: readonly Range[]): { readonly quality: number; readonly precision: number } {
  const [ownType, ownSubtype] = mediaTypes[form];
  let best = { quality: 0, precision: -1 };
  for (const { type, subtype, quality } of ranges) {
    if (type !== "*" && type !== ownType) continue;
    if (subtype !== "*" && subtype !== ownSubtype) continue;
    const precision = Number(type !== "*") + Number(subtype !== "*");
    const better = precision > best.precision || (precision === best.precision && quality > best.quality);
    if (better) best = { quality, precision };
  }
  return best;
}

// What is no media range is passed over: a header without any is as good as none.
function readRange(text: string): readonly Range[] {
  const [range = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const [, type, subtype] = /^([\w!#$&^.+*-]+)\/([\w!#$&^.+*-]+)$/.exec(range) ?? [];
  if (type === undefined || subtype === undefined || (type === "*" && subtype !== "*")) return [];
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
  if (!/^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight)) return [];
  return [{ type, subtype, quality: Number(weight) }];
}
