import { createFileRegistry, createRegistry, type DescFile, fromJson, type JsonValue } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, file_google_protobuf_struct } from "@bufbuild/protobuf/wkt";
import { createValidator } from "@bufbuild/protovalidate";
// The package needs code that is generated beside it, and does not export its own.
import { file_buf_validate_validate } from "../../node_modules/@bufbuild/protovalidate/dist/esm/gen/buf/validate/validate_pb.js";
import { type Candidate, crossChecks, type Peer, rules } from "./peer.ts";

const rulesFile = file_buf_validate_validate as DescFile;
const text = (minLen: number, maxLen: number, pattern?: RegExp) => ({
  string: { minLen: `${minLen}`, maxLen: `${maxLen}`, ...(pattern && { pattern: pattern.source }) },
});
const oneOf = (values: readonly string[]) => ({ string: { in: values } });
const repeated = (minItems: number, maxItems: number, items?: object) => ({
  repeated: { minItems: `${minItems}`, maxItems: `${maxItems}`, ...(items && { items }) },
});

type Field = readonly [name: string, type: string, rule: object];
const messages: { readonly [name: string]: readonly Field[] } = {
  Owner: [
    ["kind", "TYPE_STRING", text(1, 32)],
    ["id", "TYPE_STRING", text(1, 128, rules.account)],
  ],
  OutputField: [
    ["name", "TYPE_STRING", text(0, 64, rules.fieldName)],
    ["type", "TYPE_STRING", oneOf(rules.types)],
    ["description", "TYPE_STRING", text(3, 300)],
  ],
  GeneratorOption: [
    ["owner", ".datamint.Owner", { required: true }],
    ["generatorId", "TYPE_STRING", text(3, 64, rules.id)],
    ["generatorName", "TYPE_STRING", text(3, 80)],
    ["description", "TYPE_STRING", text(20, 2_000)],
    ["outputFields", "repeated .datamint.OutputField", repeated(1, 64)],
    ["supportedStrategies", "repeated TYPE_STRING", repeated(1, 8, oneOf(rules.strategies))],
    ["sampleRecords", "repeated .google.protobuf.Struct", repeated(1, 100)],
    ["rationaleNotes", "TYPE_STRING", text(0, 4_000)],
  ],
};
const document = {
  name: "generator-option.proto",
  package: "datamint",
  syntax: "proto3",
  dependency: [`${rulesFile.name}.proto`, "google/protobuf/struct.proto"],
  messageType: Object.entries(messages).map(([name, fields]) => ({
    name,
    field: fields.map(([jsonName, type, rule], index) => {
      const kind = type.replace("repeated ", "");
      return {
        name: jsonName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        jsonName,
        number: index + 1,
        label: type === kind ? "LABEL_OPTIONAL" : "LABEL_REPEATED",
        ...(kind.startsWith(".") ? { type: "TYPE_MESSAGE", typeName: kind } : { type: kind }),
        options: { "[buf.validate.field]": rule },
      };
    }),
  })),
};
const registry = createFileRegistry(
  fromJson(FileDescriptorProtoSchema, document as unknown as JsonValue, { registry: createRegistry(rulesFile) }),
  (name) => [rulesFile, file_google_protobuf_struct].find((file) => `${file.name}.proto` === name),
);
const schema = registry.getMessage("datamint.GeneratorOption");
const validator = createValidator();

export const protovalidate: Peer = {
  name: "protovalidate, with checks by hand",
  check(candidate) {
    if (!schema) throw new Error("The message is not in its own file.");
    // Without this option a single unknown property is all that is reported.
    const message = fromJson(schema, candidate as JsonValue, { ignoreUnknownFields: true });
    const result = validator.validate(schema, message);
    const problems = (result.violations ?? []).map(({ field }) =>
      field
        .map((part) =>
          "kind" in part && part.kind === "list_sub" ? `/${part.index}` : `/${"jsonName" in part ? part.jsonName : ""}`,
        )
        .join(""),
    );
    return [...problems, ...crossChecks(candidate as Candidate)];
  },
};
