// Compares the engine with other libraries that check a candidate, against the floor of engine.ts. They check the candidate
// schema only (protovalidate without the values of records): no rules between values, no registry, no messages for authors.

import assert from "node:assert/strict";
import { createFileRegistry, createRegistry, fromJson, type JsonValue } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, file_google_protobuf_struct } from "@bufbuild/protobuf/wkt";
import { createValidator } from "@bufbuild/protovalidate";
import { file_buf_validate_validate } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { Compile } from "typebox/compile";
import * as v from "valibot";
import { z } from "zod";
import { candidateSchema, createArms } from "./arms.ts";
import { faultyCandidate, usualCandidate } from "./candidates.ts";
import { type Arm, measureRatios, printRow } from "./measure.ts";

const { account, id, field } = { account: /^\S+$/, id: /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, field: /^[a-z][A-Za-z0-9_]*$/ };
const types = ["string", "integer", "number", "boolean", "date", "date-time", "email", "uuid"] as const;

const text = (min: number, max: number) => v.pipe(v.string(), v.minLength(min), v.maxLength(max));
const inValibot = v.strictObject({
  owner: v.strictObject({ kind: text(1, 32), id: v.pipe(text(1, 128), v.regex(account)) }),
  generatorId: v.pipe(text(3, 64), v.regex(id)),
  generatorName: text(3, 80),
  description: text(20, 2_000),
  outputFields: v.pipe(
    v.array(
      v.strictObject({
        name: v.pipe(text(0, 64), v.regex(field)),
        type: v.picklist(types),
        description: text(3, 300),
      }),
    ),
    v.minLength(1),
    v.maxLength(64),
  ),
  supportedStrategies: v.pipe(
    v.array(text(0, 32)),
    v.minLength(1),
    v.maxLength(8),
    v.check((items) => new Set(items).size === items.length),
  ),
  sampleRecords: v.pipe(
    v.array(
      v.pipe(
        v.record(
          v.string(),
          v.union([text(0, 1_000), v.pipe(v.number(), v.minValue(-1e15), v.maxValue(1e15)), v.boolean(), v.null()]),
        ),
        v.minEntries(1),
        v.maxEntries(64),
      ),
    ),
    v.minLength(1),
    v.maxLength(100),
  ),
  rationaleNotes: v.optional(text(0, 4_000)),
});

type Rules = { readonly [member: string]: JsonValue };
const protoText = (name: string, number: number, minLen: number, maxLen: number, rules: Rules = {}) => ({
  ...{ name, jsonName: name, number, label: "LABEL_OPTIONAL", type: "TYPE_STRING" },
  options: { "[buf.validate.field]": { string: { minLen, maxLen, ...rules } } },
});
const protoMessage = (name: string, number: number, typeName: string, repeated?: Rules) => ({
  ...{ name, jsonName: name, number, label: repeated ? "LABEL_REPEATED" : "LABEL_OPTIONAL" },
  ...{
    type: "TYPE_MESSAGE",
    typeName,
    options: { "[buf.validate.field]": repeated ? { repeated } : { required: true } },
  },
});
const protoFile = {
  name: "candidate.proto",
  syntax: "proto3",
  dependency: ["buf/validate/validate.proto", "google/protobuf/struct.proto"],
  messageType: [
    {
      name: "Candidate",
      field: [
        protoMessage("owner", 1, ".Owner"),
        protoText("generatorId", 2, 3, 64, { pattern: id.source }),
        protoText("generatorName", 3, 3, 80),
        protoText("description", 4, 20, 2_000),
        protoMessage("outputFields", 5, ".Field", { minItems: 1, maxItems: 64 }),
        {
          ...{ name: "supportedStrategies", jsonName: "supportedStrategies", number: 6 },
          ...{ label: "LABEL_REPEATED", type: "TYPE_STRING" },
          options: {
            "[buf.validate.field]": {
              repeated: { minItems: 1, maxItems: 8, unique: true, items: { string: { maxLen: 32 } } },
            },
          },
        },
        protoMessage("sampleRecords", 7, ".google.protobuf.Struct", { minItems: 1, maxItems: 100 }),
        protoText("rationaleNotes", 8, 0, 4_000),
      ],
    },
    {
      name: "Owner",
      field: [protoText("kind", 1, 1, 32), protoText("id", 2, 1, 128, { pattern: account.source })],
    },
    {
      name: "Field",
      field: [
        protoText("name", 1, 0, 64, { pattern: field.source }),
        protoText("type", 2, 0, 32, { in: [...types] }),
        protoText("description", 3, 3, 300),
      ],
    },
  ],
};
const files = [file_buf_validate_validate, file_google_protobuf_struct];
const inProto = createFileRegistry(
  fromJson(FileDescriptorProtoSchema, protoFile, { registry: createRegistry(...files) }),
  (name) => files.find(({ proto }) => proto.name === name),
).getMessage("Candidate");
assert(inProto);
const message = inProto;
const validator = createValidator();

const inZod = z.fromJSONSchema(candidateSchema as Parameters<typeof z.fromJSONSchema>[0]);
const inTypeBox = Compile(candidateSchema);
const checks: { readonly [name: string]: (candidate: unknown) => boolean } = {
  zod: (candidate) => inZod.safeParse(candidate).success,
  valibot: (candidate) => v.safeParse(inValibot, candidate).success,
  TypeBox: (candidate) => inTypeBox.Check(candidate),
  protovalidate: (candidate) => validator.validate(message, fromJson(message, candidate as JsonValue)).kind === "valid",
};
const usual = JSON.stringify(usualCandidate());
const peers = Object.entries(checks).map(([name, check]): [string, Arm] => {
  assert(check(usualCandidate()), name);
  assert(!isAccepted(check, faultyCandidate()), name);
  return [name, () => check(JSON.parse(usual))];
});
const arms = createArms(usual);
const ratios: { readonly [name: string]: number } = measureRatios({
  ...arms,
  again: () => arms.floor(),
  ...Object.fromEntries(peers),
});

console.log(`On ${usual.length} bytes, in multiples of the floor (JSON.parse and a bare Ajv check):\n`);
for (const [name, ratio] of Object.entries(ratios)) printRow(name, ratio);

function isAccepted(check: (candidate: unknown) => boolean, candidate: unknown): boolean {
  try {
    return check(candidate);
  } catch {
    return false;
  }
}
