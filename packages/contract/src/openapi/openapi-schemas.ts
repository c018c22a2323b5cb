import { diagnosticSchema, patchOperationSchema } from "../documents/diagnostic.ts";
import { domainListSchema, domainSchema } from "../documents/domain.ts";
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

/** The schemas with names, which become the names of types in generated clients. */
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

// A schema with another description has the same members, so that it is recognized by them.
const namesByMembers = new Map(Object.entries(namedSchemas).map(([name, schema]) => [findMembers(schema), name]));

/** Returns every named schema, for `components.schemas`. Their parts refer to each other by name. */
export function createSchemas(): JsonObject {
  const components = Object.entries(namedSchemas);
  return Object.fromEntries(components.map(([name, schema]) => [name, mapValues(schema, referTo)]));
}

/** Describes a body, with an example if there is one. */
export function createMedia(schema: JsonObject, example: object | undefined): JsonObject {
  // The type of a real answer has no index signature, and so does not match `Json`.
  return { schema: referTo(schema), ...(example && { example: example as JsonObject }) };
}

/** Replaces each named schema in this one by a `$ref`, with the description that it has there if that differs. */
function referTo(schema: Json): Json {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(referTo);
  const { description } = schema as JsonObject;
  const name = namesByMembers.get(findMembers(schema as JsonObject));
  if (name === undefined) return mapValues(schema as JsonObject, referTo);
  const usual = namedSchemas[name]?.description;
  return {
    $ref: `#/components/schemas/${name}`,
    ...(description !== undefined && description !== usual && { description }),
  };
}

function findMembers({ properties, oneOf }: JsonObject): Json | undefined {
  return properties ?? oneOf;
}

function mapValues(object: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
