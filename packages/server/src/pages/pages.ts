import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  createOpenapi,
  diagnosticCatalogue,
  type ProblemDocument,
  problemCatalogue,
  projectSchema,
} from "@assay/contract";
import { resourceMetadataPaths, toProtectedResources } from "../protected-resources.ts";
import { createStaticPage, type StaticPage } from "./page.ts";

/** The settings of the service that appear on its pages. */
export interface ServiceInfo {
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** The prefix of capability names. */
  readonly serviceName: string;
  /** The page on which people get a key. */
  readonly keyUrl?: string | undefined;
  /** The authorization server whose access tokens are accepted; absent if only API keys are accepted. */
  readonly authorizationServer?: string | undefined;
}

/** The documents for people and agents. They do not change while the process runs. */
export interface Pages {
  /** The route patterns that lead to pages. */
  readonly paths: readonly string[];
  /** Finds the page at a path, which must not include a query. */
  find(path: string): StaticPage | undefined;
  /** Returns the URL that explains a code, if the path belongs to a code. */
  findRedirect(path: string): string | undefined;
  /** Writes a problem as a page; returns undefined if the pages have not been built. */
  writeProblem(document: ProblemDocument): string | undefined;
  /** The headers of every page. They allow only its inline style, script and icon, and forbid framing it. */
  readonly headers: { readonly [name: string]: string };
}

/** The text of each built page, by its path relative to the directory, such as `docs/api.html`. */
export type PageFiles = ReadonlyMap<string, string>;

/** Reads the pages that `scripts/build-pages.ts` has built; returns an empty map if they have not been built. */
export function readPageFiles(directory: string): PageFiles {
  const names = existsSync(directory) ? readdirSync(directory, { encoding: "utf8", recursive: true }) : [];
  const files = names.filter((name) => findContentType(name) !== undefined);
  return new Map(files.map((name) => [name, readFileSync(join(directory, name), "utf8")]));
}

/** Creates the pages of a service: fills its settings into the built pages, and adds the API description and schema. */
export function createPages(files: PageFiles, info: ServiceInfo): Pages {
  const { publicUrl } = info;
  const template = files.get(problemFile) ?? "";
  const built = [...files].flatMap(([name, text]): readonly (readonly [string, StaticPage])[] => {
    const type = findContentType(name);
    if (type === undefined || name === problemFile) return [];
    const path = fillIn(`/${name.replace(/\.html$/, "")}`, info, name);
    return [[path, createStaticPage(type, fillIn(text, info, name))]];
  });
  const pages = new Map([
    ...built,
    ["/openapi.json", createStaticPage(jsonType, JSON.stringify(createOpenapi(publicUrl)))],
    ["/schemas/assay.json", createStaticPage(schemaType, JSON.stringify({ $schema: dialect, ...projectSchema }))],
    ...[...createMetadata(info), ...createSkillIndex(built, info)].map(
      ([path, document]) => [path, createStaticPage(jsonType, JSON.stringify(document))] as const,
    ),
  ]);
  return {
    paths: [...pages.keys(), ...[...catalogues.keys()].flatMap((name) => [`/${name}`, `/${name}/:code`])],
    find: (path) => pages.get(path),
    findRedirect(path) {
      const anchor = findCodeAnchor(path);
      return anchor && `${publicUrl}/docs/codes#${anchor}`;
    },
    writeProblem({ title, status, detail, type, code, requestId }) {
      if (template === "") return undefined;
      const values = {
        TITLE: title,
        STATUS: String(status),
        DETAIL: detail,
        TYPE: type,
        CODE: code,
        REQUEST_ID: requestId,
      };
      return replacePlaceholders(template, { ...listValues(info), ...values }, escapeHtml);
    },
    headers: {
      "content-security-policy": `default-src 'none'; style-src '${hashInline(template, "style")}'; script-src '${hashInline(template, "script")}'; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
      "referrer-policy": "no-referrer",
    },
  };
}

const problemFile = "problem.html";
const dialect = "https://json-schema.org/draft/2020-12/schema";
const schemaType = "application/schema+json; charset=utf-8";
const jsonType = "application/json; charset=utf-8";

function findContentType(name: string): string | undefined {
  if (name.endsWith(".html")) return "text/html; charset=utf-8";
  if (name.endsWith(".md")) return "text/markdown; charset=utf-8";
  return name.endsWith(".txt") ? "text/plain; charset=utf-8" : undefined;
}

type PlaceholderValues = { readonly [name: string]: string | undefined };

function listValues({ publicUrl, keyUrl, authorizationServer, serviceName }: ServiceInfo): PlaceholderValues {
  return {
    PUBLIC_URL: publicUrl,
    KEY_URL: keyUrl,
    AUTHORIZATION_SERVER: authorizationServer,
    SERVICE_NAME: serviceName,
  };
}

// Leaves out each line that mentions an unset setting. The build writes every paragraph and list item on one line.
function fillIn(text: string, info: ServiceInfo, name: string): string {
  const values = listValues(info);
  const unset = Object.keys(values).filter((setting) => values[setting] === undefined);
  const lines = text.split("\n").filter((line) => !unset.some((setting) => line.includes(`%${setting}%`)));
  return replacePlaceholders(lines.join("\n"), values, name.endsWith(".html") ? escapeHtml : String);
}

// Replaces all placeholders in one pass, so that no value is mistaken for a placeholder.
function replacePlaceholders(text: string, values: PlaceholderValues, encode: (text: string) => string): string {
  return text.replace(/%([A-Z_]+)%/g, (placeholder, name: string) => encode(values[name] ?? placeholder));
}

function escapeHtml(text: string): string {
  const entities: { readonly [character: string]: string } = {
    "&": "amp",
    "<": "lt",
    ">": "gt",
    '"': "quot",
    "'": "#39",
  };
  return text.replace(/[&<>"']/g, (character) => `&${entities[character]};`);
}

const catalogues: ReadonlyMap<string, object> = new Map<string, object>([
  ["diagnostics", diagnosticCatalogue],
  ["problems", problemCatalogue],
]);

// The heading of a code has the same anchor as on other sites that show Markdown: its letters, digits and hyphens.
function findCodeAnchor(path: string): string | undefined {
  const [, name = "", code, ...rest] = path.split("/");
  const catalogue = catalogues.get(name);
  if (catalogue === undefined || rest.length > 0) return undefined;
  if (code === undefined) return name;
  return Object.hasOwn(catalogue, code) ? code.replaceAll(".", "") : undefined;
}

function hashInline(html: string, tag: "script" | "style"): string {
  const [, content = ""] = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(html) ?? [];
  return `sha256-${hash("sha256", content, "base64")}`;
}

/**
 * Returns the metadata (RFC 9728) of the service and of its MCP endpoint, by path. From it, a client learns where to
 * request tokens, and for which `resource`. Returns nothing if only API keys are accepted.
 */
function createMetadata({ publicUrl, authorizationServer }: ServiceInfo): readonly (readonly [string, object])[] {
  if (authorizationServer === undefined) return [];
  const resources = toProtectedResources(publicUrl);
  return (["service", "mcp"] as const).map((name) => [
    resourceMetadataPaths[name],
    {
      resource: resources[name],
      authorization_servers: [authorizationServer],
      bearer_methods_supported: ["header"],
      resource_name: "Assay",
      resource_documentation: `${publicUrl}/docs`,
    },
  ]);
}

/** Returns the index of the skills (Agent Skills Discovery 0.2.0), by path. Returns nothing if none have been built. */
function createSkillIndex(
  pages: readonly (readonly [path: string, page: StaticPage])[],
  { publicUrl }: ServiceInfo,
): readonly (readonly [string, object])[] {
  const skills = pages.flatMap(([path, { body }]) => {
    const [, name] = /^\/\.well-known\/agent-skills\/([^/]+)\/SKILL\.md$/.exec(path) ?? [];
    const [, description] = /^description: (.*)$/m.exec(body) ?? [];
    const digest = `sha256:${hash("sha256", body)}`;
    return name === undefined ? [] : [{ name, type: "skill-md", description, url: `${publicUrl}${path}`, digest }];
  });
  const $schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
  return skills.length === 0 ? [] : [["/.well-known/agent-skills/index.json", { $schema, skills }]];
}
