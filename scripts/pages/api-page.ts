import {
  createOpenapi,
  inlineReferences,
  type Json,
  type JsonObject,
  type OperationId,
  operations,
} from "@assay/contract";
import { compactJson } from "./compact-json.ts";
import { type Member, membersList, schemaMembers } from "./schema-members.ts";

const url = "https://assay.example";

const post = (path: string, file: string) => `curl -s ${url}${path} -H "Authorization: Bearer $KEY" --json @${file}`;
const commands: { readonly [id in OperationId]: string } = {
  listDomains: `curl -s ${url}/api/domains`,
  validateProposal: post("/api/validate", "draft.json"),
  buildProposal: `sed 's/"int"/"integer"/' draft.json > proposal.json\n${post("/api/build", "proposal.json")}`,
};

/** Builds the API reference from the OpenAPI document: an example of each operation, then all members. */
export function apiPage(): string {
  const openapi = createOpenapi(url);
  const { paths, components } = inlineReferences(openapi, openapi) as unknown as Openapi;
  const apiOperations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const firstMentions = new Map<string, string>();
  return [
    "# API",
    `Three operations over HTTP; the same three are [tools over MCP](../guides/agents.md), and [forty lines of Python](../guides/python.md) take a proposal from here to its ballot. \`$KEY\` is [your API key](../start.md#get-a-key). The examples are Datamint's, a product that generates test data, and \`…\` stands for what is left out. [Domains of this service](${url}/api/domains), [openapi.json](${url}/openapi.json).`,
    symptoms,
    ...apiOperations.flatMap(exampleSection),
    "## Members",
    ...apiOperations.flatMap((operation) => membersSection(operation, firstMentions)),
    "### Errors",
    `A request that gets no verdict is answered with \`application/problem+json\`. Handle it by \`code\`; [each code](codes.md#problems) says what to do.`,
    describeOnce(schemaMembers(components.schemas.Problem), "Errors", firstMentions),
    "### Response headers",
    headersList(components.headers),
  ]
    .join("\n\n")
    .concat("\n");
}

const symptoms = `| What you have or see | Where it is |
| --- | --- |
| No domain yet | [GET /api/domains](#get-apidomains) |
| A draft | [POST /api/validate](#post-apivalidate) |
| A valid draft | [POST /api/build](#post-apibuild) |
| \`"valid": false\` | The \`code\` of [each diagnostic](codes.md#diagnostics), and \`needs\`: who acts |
| Status 401 or 403 | [Get a key](../start.md#get-a-key) |
| Status 429 | [Limits](limits.md): wait as long as \`Retry-After\` says |
| Another error | Its \`code\` in [problems](codes.md#problems) |
| A member or a header | [Members](#members), [response headers](#response-headers) |`;

interface Openapi {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: {
    readonly schemas: { readonly Problem: JsonObject };
    readonly headers: { readonly [name: string]: { readonly description: string; readonly example?: Json } };
  };
}

interface Operation {
  readonly operationId: OperationId;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly { readonly name: string; readonly description: string; readonly schema: JsonObject }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly [status: string]: { readonly content?: Content } };
}

interface Content {
  readonly [mediaType: string]: { readonly schema: JsonObject; readonly example?: Json };
}

function exampleSection(operation: Operation): readonly string[] {
  const { operationId: id, description, requestBody, responses } = operation;
  const request = findJsonMedia(requestBody?.content)?.example;
  const answer = findJsonMedia(responses["200"]?.content)?.example ?? {};
  return [
    `## ${heading(id)}`,
    description,
    // Shows the draft only once, for the first operation that takes it.
    ...(id === "validateProposal" && request !== undefined
      ? ["`draft.json`:", formatListing("json", compactJson(request))]
      : []),
    formatListing("sh", commands[id]),
    formatListing("json", compactJson(trimLongParts(answer))),
  ];
}

/** Shortens an example answer: leaves out the candidate, and cuts long texts and long arrays. */
function trimLongParts(value: Json, name = ""): Json {
  if (typeof value === "string") return value.length > 200 ? `${value.slice(0, 120)}…` : value;
  if (typeof value !== "object" || value === null) return value;
  if (name === "candidate") return "…";
  if (!Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, trimLongParts(member, key)]));
  }
  const items = value.map((item) => trimLongParts(item));
  return items.length > 4 ? [...items.slice(0, 1), "…"] : items;
}

function membersSection(operation: Operation, firstMentions: Map<string, string>): readonly string[] {
  const { operationId: id, parameters = [], requestBody, responses } = operation;
  const query = Object.fromEntries(
    parameters.map(({ name, ...rest }) => [name, { ...rest.schema, description: rest.description }]),
  );
  const parts = {
    query: { properties: query },
    request: findJsonMedia(requestBody?.content)?.schema ?? {},
    answer: findJsonMedia(responses["200"]?.content)?.schema ?? {},
  };
  return Object.entries(parts).flatMap(([part, schema]) => {
    const title = `${heading(id)}: ${part}`;
    const members = describeOnce(schemaMembers(schema), title, firstMentions);
    return members === "" ? [] : [`### ${title}`, members];
  });
}

// Describes each member only once. Later occurrences, and objects with the same properties, refer to the first one.
function describeOnce(members: readonly Member[], title: string, firstMentions: Map<string, string>): string {
  const findFirstMention = (value: Json | readonly Member[], name: string) => {
    const text = JSON.stringify(value);
    const before = firstMentions.get(text);
    firstMentions.set(text, before ?? name);
    return before;
  };
  const described = members.map((member) => ({ member, before: findFirstMention([member], title) }));
  const describeBelow = (member: Member): Member => {
    if (member.members.length === 0) return member;
    const before = findFirstMention(member.members, `\`${member.name}\``);
    if (before === undefined) return { ...member, members: member.members.map(describeBelow) };
    return { ...member, text: `${member.text} Its properties are those of ${before}.`, members: [] };
  };
  const repeated = described.filter(({ before }) => before !== undefined);
  const first = repeated[0]?.before;
  return [
    ...(first === undefined
      ? []
      : [`- ${repeated.map(({ member }) => `\`${member.name}\``).join(", ")}: as in ${first}`]),
    membersList(described.flatMap(({ member, before }) => (before === undefined ? [describeBelow(member)] : []))),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function findJsonMedia(content: Content = {}): Content[string] | undefined {
  return content["application/json"];
}

function heading(id: OperationId): string {
  return `${operations[id].method} ${operations[id].path}`;
}

function formatListing(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function headersList(headers: Openapi["components"]["headers"]): string {
  return Object.entries(headers)
    .map(([name, { description, example }]) => {
      const exampleText = example === undefined ? "" : ` Example: \`${example}\`.`;
      return `- \`${name}\`: ${description}${exampleText}`;
    })
    .join("\n");
}
