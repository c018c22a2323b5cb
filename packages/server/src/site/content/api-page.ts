import { isDeepStrictEqual } from "node:util";
import {
  inlineReferences,
  isJsonObject,
  type Json,
  type JsonObject,
  type OperationId,
  operations,
} from "@assay/contract";
import type { Article, Block, Contents, Fold } from "../articles/article.ts";
import type { ServiceInfo } from "../service-info.ts";
import { callExamples } from "./call-examples.ts";
import { compactJson } from "./compact-json.ts";
import { schemaMembers } from "./schema-members.ts";

/** Writes the reference of the API from its OpenAPI document: every operation, property, example and answer. */
export function apiPage(openapi: JsonObject, facts: ServiceInfo): Article {
  // The contract writes the document, and a test compares the page with it.
  const { info, paths, components } = inlineReferences(openapi, openapi) as unknown as Openapi;
  const described = Object.values(paths).flatMap((methods) => Object.values(methods));
  const contents: readonly Contents[] = [
    ...described.map(({ operationId, summary }) => ({
      method: operations[operationId].method,
      text: summary,
      url: `#${operationId}`,
    })),
    { text: "Problem document", url: "#problem" },
    { text: "Headers", url: "#headers" },
  ];
  return {
    title: "API",
    contents,
    blocks: [
      ...introduction(info, facts),
      ...described.flatMap((operation) => operationBlocks(operation, facts)),
      { kind: "heading", id: "problem", text: "Problem document" },
      {
        kind: "paragraph",
        text: `${components.schemas.Problem.description} Its media type is \`application/problem+json\`. Each code has a page:`,
        link: { text: "Problems", url: `${facts.publicUrl}/problems` },
      },
      { kind: "members", members: schemaMembers(components.schemas.Problem), whenRequired: "always" },
      ...problemFolds(Object.values(components.responses)),
      { kind: "heading", id: "headers", text: "Response headers" },
      { kind: "members", members: headerMembers(components.headers), whenRequired: "always" },
    ],
  };
}

interface Openapi {
  readonly info: { readonly summary: string; readonly description: string };
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: {
    readonly schemas: { readonly Problem: JsonObject & { readonly description: string } };
    readonly responses: { readonly [name: string]: Answer };
    readonly headers: { readonly [name: string]: Header };
  };
}

interface Operation {
  readonly operationId: OperationId;
  readonly summary: string;
  readonly description: string;
  readonly security: readonly JsonObject[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly [status: string]: Answer };
}

interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
}

interface Answer {
  readonly description: string;
  readonly headers: { readonly [name: string]: Header };
  readonly content?: Content;
}

interface Header {
  readonly description: string;
  readonly schema: JsonObject;
  readonly example?: Json;
}

interface Content {
  readonly [mediaType: string]: { readonly schema: JsonObject; readonly examples: Examples };
}

interface Examples {
  readonly [name: string]: { readonly summary: string; readonly value: Json };
}

function introduction({ summary, description }: Openapi["info"], { publicUrl }: ServiceInfo): readonly Block[] {
  return [
    { kind: "paragraph", text: summary },
    {
      kind: "paragraph",
      text: `The base URL is \`${publicUrl}\`. Where keys are issued:`,
      link: { text: "Before you call", url: `${publicUrl}/docs#access` },
    },
    ...description.split("\n\n").map((text): Block => ({ kind: "paragraph", text })),
    {
      kind: "paragraph",
      text: "This page is generated from the service's OpenAPI 3.1 document:",
      link: { text: "openapi.json", url: `${publicUrl}/openapi.json` },
    },
  ];
}

function operationBlocks(operation: Operation, facts: ServiceInfo): readonly Block[] {
  const { operationId, summary, description, security, parameters = [], requestBody, responses } = operation;
  const { method, path } = operations[operationId];
  const { about, command, answer, request } = callExamples(facts)[operationId];
  const isOpen = security.some((scheme) => Object.keys(scheme).length === 0);
  const example = exampleOf(operation, answer);
  return [
    { kind: "heading", id: operationId, method, text: `\`${path}\`` },
    { kind: "paragraph", text: `${summary}. Its MCP tool is \`${operationId}\`.` },
    {
      kind: "beside",
      said: [
        { kind: "paragraph", text: description },
        {
          kind: "paragraph",
          text: isOpen
            ? "No key is needed, but one that is sent must be valid."
            : "Requires an API key: `Authorization: Bearer ai_...`.",
        },
        ...(parameters.length > 0 ? parameterBlocks(operationId, parameters) : []),
        ...(requestBody ? requestBlocks(operationId, requestBody.content, facts) : []),
      ],
      shown: [
        { kind: "heading", level: 3, id: `${operationId}-call`, text: "Call it" },
        { kind: "paragraph", text: about },
        { kind: "listing", language: "sh", text: command },
        ...(request === undefined
          ? []
          : [
              { kind: "paragraph", text: "`draft.json`:" } as const,
              { kind: "listing", language: "json", text: compactJson(request) } as const,
            ]),
        { kind: "paragraph", text: "The answer:" },
        { ...exampleFold(example, `${operationId}-200`), open: true },
      ],
    },
    { kind: "heading", level: 3, id: `${operationId}-answers`, text: "Answers" },
    ...Object.entries(responses).map(([status, response]) =>
      answerFold(operationId, status, withoutExample(response, example), facts),
    ),
  ];
}

function parameterBlocks(id: OperationId, parameters: readonly Parameter[]): readonly Block[] {
  const properties = Object.fromEntries(
    parameters.map(({ name, description, schema }) => [name, { ...schema, description }]),
  );
  return [
    { kind: "heading", level: 3, id: `${id}-query`, text: "Query" },
    { kind: "members", members: schemaMembers({ properties }, { patterns: true }), whenRequired: "required" },
  ];
}

function requestBlocks(id: OperationId, content: Content, facts: ServiceInfo): readonly Block[] {
  return [
    { kind: "heading", level: 3, id: `${id}-request`, text: "Request" },
    ...Object.entries(content).flatMap(([mediaType, { schema, examples }]): readonly Block[] => [
      { kind: "paragraph", text: `A JSON object (\`${mediaType}\`) with only these properties:` },
      { kind: "members", members: schemaMembers(schema, { patterns: true }), whenRequired: "required" },
      ...exampleFolds(examples, `${id}-request`),
    ]),
    ...workbenchLink(facts),
  ];
}

function workbenchLink({ publicUrl, hasWorkbench }: ServiceInfo): readonly Block[] {
  if (!hasWorkbench) return [];
  const link = { text: "Open the workbench", url: `${publicUrl}/` };
  return [{ kind: "paragraph", text: "To write a candidate and see its verdict while you type:", link }];
}

// The answer to the command is an example of the operation, so that it is shown once.
function exampleOf({ responses }: Operation, answer: Json): NamedExample {
  const examples = Object.values(responses["200"]?.content ?? {}).flatMap((media) => Object.entries(media.examples));
  const shown = examples.find(([, { value }]) => isDeepStrictEqual(value, answer));
  return shown ?? ["call", { summary: "The answer to this call", value: answer }];
}

type NamedExample = readonly [name: string, example: Examples[string]];

function withoutExample(answer: Answer, [left]: NamedExample): Answer {
  const content = Object.entries(answer.content ?? {}).map(([mediaType, { schema, examples }]) => {
    const others = Object.entries(examples).filter(([name]) => name !== left);
    return [mediaType, { schema, examples: Object.fromEntries(others) }] as const;
  });
  return answer.content ? { ...answer, content: Object.fromEntries(content) } : answer;
}

function answerFold(id: OperationId, status: string, answer: Answer, facts: ServiceInfo): Fold {
  const { description, headers, content = {} } = answer;
  const anchor = `${id}-${status}`;
  return {
    kind: "fold",
    id: anchor,
    status,
    open: status === "200",
    summary: description,
    blocks: [
      ...Object.entries(content).flatMap(([mediaType, { schema, examples }]): readonly Block[] =>
        mediaType === "application/problem+json"
          ? problemLinks(examplesFor(id, examples), facts)
          : [
              { kind: "paragraph", text: `A JSON object (\`${mediaType}\`):` },
              ...formBlocks(schema),
              { kind: "members", members: schemaMembers(schema), whenRequired: "always" },
              ...exampleFolds(examples, anchor),
            ],
      ),
      headersLine(headers, facts),
    ],
  };
}

// A union says first which forms there are.
function formBlocks({ oneOf }: JsonObject): readonly Block[] {
  if (!Array.isArray(oneOf)) return [];
  return [{ kind: "list", items: oneOf.map((form) => String(isJsonObject(form) && form.description)) }];
}

function exampleFolds(examples: Examples, anchor: string): readonly Block[] {
  return Object.entries(examples).map((example) => exampleFold(example, anchor));
}

function exampleFold([name, { summary, value }]: NamedExample, anchor: string): Fold {
  return {
    kind: "fold",
    id: `${anchor}-${name}`,
    summary: `Example: ${summary}`,
    blocks: [{ kind: "listing", language: "json", text: compactJson(value) }],
  };
}

// An example that only one operation answers with has its id at the end of its name.
function examplesFor(id: OperationId, examples: Examples): Examples {
  const others = Object.keys(operations).filter((other) => other !== id);
  return Object.fromEntries(
    Object.entries(examples).filter(([name]) => !others.some((other) => name.endsWith(`-${other}`))),
  );
}

// Operations share problems, so each has one example, after the operations.
function problemLinks(examples: Examples, { publicUrl }: ServiceInfo): readonly Block[] {
  return [
    { kind: "paragraph", text: "A problem document (`application/problem+json`), for example:" },
    {
      kind: "links",
      items: Object.entries(examples).map(([name, { value }]) => ({
        text: problemOf(value).code,
        url: `${publicUrl}/docs/api#problem-${name}`,
      })),
    },
  ];
}

function problemFolds(answers: readonly Answer[]): readonly Block[] {
  const examples = answers.flatMap(({ content = {} }) =>
    Object.values(content).flatMap((media) => Object.entries(media.examples)),
  );
  return [...new Map(examples)].map(([name, { summary, value }]) => {
    const { type, code } = problemOf(value);
    return {
      kind: "fold",
      id: `problem-${name}`,
      summary: `Example: ${summary} (\`${name}\`)`,
      blocks: [
        { kind: "listing", language: "json", text: compactJson(value) },
        { kind: "paragraph", text: "What to do about it:", link: { text: code, url: type } },
      ],
    };
  });
}

function problemOf(example: Json) {
  return example as { readonly type: string; readonly code: string };
}

function headersLine(headers: Answer["headers"], { publicUrl }: ServiceInfo): Block {
  const names = Object.keys(headers).map((name) => `\`${name}\``);
  const link = { text: "What they mean", url: `${publicUrl}/docs/api#headers` };
  return { kind: "paragraph", text: `Headers: ${names.join(", ")}.`, link };
}

function headerMembers(headers: Openapi["components"]["headers"]) {
  const properties = Object.fromEntries(
    Object.entries(headers).map(([name, { description, schema, example }]) => {
      const shown = example === undefined ? "" : ` Example: \`${example}\`.`;
      return [name, { ...schema, description: `${description}${shown}` }];
    }),
  );
  return schemaMembers({ properties });
}
