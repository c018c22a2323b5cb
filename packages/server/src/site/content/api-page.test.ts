import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { createOpenapi, type Json, type JsonObject, operations } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { type Element, findAll, hasClass, readHtml, textOf } from "@assay/testing/read-html";
import { createPages } from "../pages.ts";

const publicUrl = "https://checks.test/assay";
const facts = { publicUrl, serviceName: "checks", hasWorkbench: true };
const pages = createPages(facts);
const openapi = createOpenapi(publicUrl, "checks");
const page = readHtml(bodyOf("text/html"));
const parts = new Map(
  findAll(page, ({ attributes }) => attributes.has("id")).map((part) => [part.attributes.get("id"), part]),
);
const markdown = bodyOf("text/markdown");
const described = Object.entries(openapi.paths as JsonObject).flatMap(([path, methods]) =>
  Object.entries(methods as JsonObject).map(([method, operation]) => ({
    path,
    method,
    ...(operation as unknown as Operation),
  })),
);

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly [status: string]: JsonObject };
}

interface Answer {
  readonly description: string;
  readonly headers: JsonObject;
  readonly content?: Content;
}

interface Content {
  readonly [mediaType: string]: {
    readonly schema: JsonObject;
    readonly examples: { readonly [name: string]: { readonly summary: string; readonly value: Json } };
  };
}

test("every operation is a part with its method, path, title and description", () => {
  assert.equal(described.length, Object.keys(operations).length);
  const text = textOf(page);
  for (const { operationId, method, path, summary, description } of described) {
    assert.equal(textOf(partAt(operationId)), `${method.toUpperCase()} ${path}`);
    assert.ok(text.includes(summary) && text.includes(description.replaceAll("`", "")), operationId);
    assert.ok(markdown.includes(`## ${method.toUpperCase()} \`${path}\``) && markdown.includes(description));
  }
});

test("every property of every request and answer is where its object is, with its type and whether it is required", () => {
  const compared = new Map<string, number>();
  for (const { operationId, requestBody, responses } of described) {
    const bodies = [
      ...Object.values(requestBody?.content ?? {}).map(({ schema }) => ({ schema, at: `${operationId}-request` })),
      ...Object.entries(responses).flatMap(([status, response]) =>
        Object.entries(answerOf(response).content ?? {}).map(([mediaType, { schema }]) => ({
          schema,
          at: mediaType === "application/json" ? `${operationId}-${status}` : "problem",
        })),
      ),
    ];
    for (const { schema, at } of bodies) {
      const expected = propertiesOf(schema);
      assert.deepEqual(membersIn(membersAfter(at)), expected, at);
      for (const [name] of expected) assert.ok(markdown.includes(`- \`${name.split(".").at(-1)}\` (`), name);
      compared.set(at, expected.length);
    }
  }
  const total = [...compared.values()].reduce((sum, count) => sum + count, 0);
  figure("properties of OpenAPI found on the API page", total, "all");
  assert.ok(total > 200);
});

test("every answer is there with its description, headers and examples", () => {
  const answers = described.flatMap(({ operationId, responses }) =>
    Object.entries(responses).map(([status, response]) => ({ operationId, status, ...answerOf(response) })),
  );
  for (const { operationId, status, description, headers, content = {} } of answers) {
    const fold = foldOf(`${operationId}-${status}`);
    const [summary] = findAll(fold, ({ name }) => name === "summary");
    assert.equal(summary && textOf(summary), `${status} ${description.replaceAll("`", "")}`);
    for (const name of Object.keys(headers)) assert.ok(textOf(fold).includes(name), `${operationId} ${status} ${name}`);
    for (const [mediaType, { examples }] of Object.entries(content)) {
      for (const [name, { value }] of Object.entries(examples)) {
        if (mediaType === "application/json") {
          assert.deepEqual(jsonIn(partAt(`${operationId}-${status}-${name}`)), value);
          continue;
        }
        assert.deepEqual(jsonIn(partAt(`problem-${name}`)), value);
        const links = findAll(fold, (element) => element.attributes.get("href")?.endsWith(`#problem-${name}`) === true);
        const isOfOther = described.some(
          (other) => other.operationId !== operationId && name.endsWith(other.operationId),
        );
        assert.equal(links.length, isOfOther ? 0 : 1, `${operationId} ${name}`);
      }
    }
  }
  figure("answers of OpenAPI found on the API page", answers.length, "all");
});

test("every example of a request is there, in each form", () => {
  for (const { operationId, requestBody } of described) {
    for (const { examples } of Object.values(requestBody?.content ?? {})) {
      for (const [name, { summary, value }] of Object.entries(examples)) {
        assert.deepEqual(jsonIn(partAt(`${operationId}-request-${name}`)), value);
        assert.ok(markdown.includes(`**Example: ${summary}**`));
      }
    }
  }
});

test("each operation has a command with the address of this service, and its answer", () => {
  const texts = markdown.split("\n## ");
  for (const { method, path } of described) {
    const part = texts.find((text) => text.startsWith(`${method.toUpperCase()} \`${path}\``));
    const [, command = ""] =
      /```sh\n([\s\S]*?)\n```\n\nThe answer:\n\n\*\*Example: .*\n\n```json\n/.exec(part ?? "") ?? [];
    assert.ok(command.includes(`curl -s ${publicUrl}${path}`), path);
  }
  assert.doesNotMatch(bodyOf("text/html"), /assay\.example/);
});

test("the page as JSON is the OpenAPI document", () => {
  assert.deepEqual(JSON.parse(bodyOf("application/json")), openapi);
});

test("instead of a form to try it, the page leads to the workbench, if there is one", () => {
  const ways = findAll(
    page,
    (element) => element.attributes.get("href") === `${publicUrl}/` && !hasClass(element, "brand"),
  );
  assert.deepEqual(ways.map(textOf), ["Workbench", "Open the workbench", "Open the workbench"]);
  const without = createPages({ ...facts, hasWorkbench: false }).find("/docs/api", "text/html");
  assert.doesNotMatch(typeof without === "object" ? without.body : "workbench", /workbench/);
  assert.deepEqual(
    findAll(page, ({ name }) => ["form", "input", "button"].includes(name)),
    [],
  );
});

test("the page takes at most 26 KB compressed", () => {
  const found = pages.find("/docs/api", "text/html");
  assert.ok(typeof found === "object");
  figure("bytes of the API page, gzip -9", gzipSync(found.body, { level: 9 }).length, 26_000);
  figure("bytes of the API page as a browser gets it, brotli", found.bodyIn("br").bytes.length, 26_000);
  for (const encoding of ["gzip", "br"] as const) assert.ok(found.bodyIn(encoding).bytes.length <= 26_000, encoding);
});

function bodyOf(accept: string): string {
  const found = pages.find("/docs/api", accept);
  assert.ok(typeof found === "object");
  return found.body;
}

function partAt(id: string): Element {
  const part = parts.get(id);
  assert.ok(part, id);
  return part;
}

// The part that a link to its content unfolds.
function foldOf(id: string): Element {
  const content = partAt(id);
  const [fold] = findAll(page, ({ children }) => children.includes(content));
  assert.ok(fold, id);
  return fold;
}

// The list of properties inside a part, or the first one after a heading.
function membersAfter(id: string): Element {
  const isWanted = (element: Element) => element.attributes.get("id") === id || hasClass(element, "members");
  const found = findAll(page, isWanted);
  const list = found
    .slice(found.findIndex(({ attributes }) => attributes.get("id") === id))
    .find((element) => hasClass(element, "members"));
  assert.ok(list, id);
  return list;
}

type Property = readonly [path: string, type: string, isRequired: boolean];

function membersIn(list: Element, parent = ""): readonly Property[] {
  return list.children.flatMap((item): readonly Property[] => {
    if (typeof item === "string") return [];
    const part = (name: string) => item.children.find((child) => typeof child === "object" && child.name === name);
    const [code, type, required] = ["code", "i", "b"].map((name) => part(name) as Element | undefined);
    const path = `${parent}${code ? textOf(code) : ""}`;
    const below = part("details") as Element | undefined;
    const nested = below?.children.find((child) => typeof child === "object" && hasClass(child, "members"));
    const kind = type ? textOf(type).replace(/^array of .*/, "array") : "";
    return [[path, kind, required !== undefined], ...(nested ? membersIn(nested as Element, `${path}.`) : [])];
  });
}

function propertiesOf(schema: JsonObject, parent = ""): readonly Property[] {
  const { properties = {}, required = [], items, oneOf } = follow(schema);
  if (Array.isArray(oneOf)) return propertiesOfForms(oneOf.map((form) => propertiesOf(form as JsonObject, parent)));
  if (items !== undefined) return propertiesOf(items as JsonObject, parent);
  return Object.entries(properties as JsonObject).flatMap(([name, value]): readonly Property[] => {
    const { type, anyOf } = follow(value as JsonObject);
    const kinds = Array.isArray(anyOf) ? anyOf.map((part) => (part as JsonObject).type) : [type ?? "any"];
    const property: Property = [`${parent}${name}`, kinds.join(" or "), (required as readonly string[]).includes(name)];
    return [property, ...propertiesOf(value as JsonObject, `${parent}${name}.`)];
  });
}

// Those of every form once; what one form lacks is not always there.
function propertiesOfForms(forms: readonly (readonly Property[])[]): readonly Property[] {
  const named = new Map(forms.flat().map((property) => [property[0], property]));
  return [...named.values()].map(([name, type, isRequired]) => {
    const isInAll = forms.every((form) => form.some((property) => property[0] === name));
    return [name, type, isRequired && (isInAll || name.includes("."))];
  });
}

function answerOf(response: JsonObject): Answer {
  return follow(response) as unknown as Answer;
}

// What a `$ref` into the document leads to.
function follow(part: JsonObject): JsonObject {
  const { $ref } = part;
  if (typeof $ref !== "string") return part;
  const tokens = $ref.slice(2).split("/");
  return tokens.reduce<Json>((at, token) => (at as JsonObject)[token] ?? null, openapi) as JsonObject;
}

function jsonIn(part: Element): Json {
  const [listing] = findAll(part, ({ name }) => name === "pre");
  return JSON.parse(listing ? textOf(listing) : "");
}
