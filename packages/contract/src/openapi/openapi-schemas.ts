import { diagnosticSchema, patchOperationSchema } from "../documents/diagnostic.ts";
import { domainListSchema, domainSchema } from "../documents/domain-list.ts";
import { advertisedEnvelopeSchema } from "../documents/envelope.ts";
import { domainNameSchema, problemSchema } from "../documents/problem.ts";
import { builtPackageSchema } from "../documents/proposal-package.ts";
import {
  buildResultSchema,
  builtResultSchema,
  refusedResultSchema,
  submissionSchema,
  validationResultSchema,
} from "../documents/results.ts";
import { engineSchema, placedMessage } from "../documents/schema-parts.ts";
import { upcomingSchema } from "../documents/verdict.ts";
import type { Json, JsonObject } from "../json/json.ts";

/** The named schemas. Their names become type names in generated clients. */
const namedSchemas: { readonly [name: string]: JsonObject } = {
  ProposalRequest: advertisedEnvelopeSchema,
  DomainList: domainListSchema,
  Domain: domainSchema,
  ValidationResult: validationResultSchema,
  BuildResult: buildResultSchema,
  BuiltResult: builtResultSchema,
  RefusedResult: refusedResultSchema,
  Diagnostic: diagnosticSchema,
  PatchOperation: patchOperationSchema,
  UpcomingVerdict: upcomingSchema,
  UsedSpecPackage: validationResultSchema.properties.specPackage,
  UsedRegistry: validationResultSchema.properties.registry,
  Engine: engineSchema,
  ProposalPackage: builtPackageSchema,
  Submission: submissionSchema,
  Problem: problemSchema,
  PlacedMessage: placedMessage,
  DomainName: domainNameSchema,
};

// Schemas are recognized by their members, because the same schema can have different descriptions.
const namesByMembers = new Map(Object.entries(namedSchemas).map(([name, schema]) => [findMembers(schema), name]));

/** Creates all named schemas, for `components.schemas`. Their parts refer to each other by name. */
export function createSchemas(): JsonObject {
  const components = Object.entries(namedSchemas);
  return Object.fromEntries(components.map(([name, schema]) => [name, mapValues(schema, insertReferences)]));
}

/** Creates the description of a body, with an example if there is one. */
export function createMedia(schema: JsonObject, example: object | undefined): JsonObject {
  // The cast is needed because the type of an answer has no index signature, so it does not match `JsonObject`.
  return { schema: insertReferences(schema), ...(example && { example: example as JsonObject }) };
}

/** Replaces each named schema within a schema with a `$ref`, and keeps its description if it is different. */
function insertReferences(schema: Json): Json {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(insertReferences);
  const { description } = schema as JsonObject;
  const name = namesByMembers.get(findMembers(schema as JsonObject));
  if (name === undefined) return mapValues(schema as JsonObject, insertReferences);
  const defaultDescription = namedSchemas[name]?.description;
  return {
    $ref: `#/components/schemas/${name}`,
    ...(description !== undefined && description !== defaultDescription && { description }),
  };
}

function findMembers({ properties, oneOf }: JsonObject): Json | undefined {
  return properties ?? oneOf;
}

function mapValues(object: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
