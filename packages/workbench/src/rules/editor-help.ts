import { type JsonSchema, specPackageSchema } from "@assay/contract";
import type { Extension } from "@codemirror/state";
import { completeFrom } from "../editor/complete.ts";
import { highlightCel } from "../editor/highlight-cel.ts";
import { readSchema, type SchemaAt } from "../editor/schema-at.ts";

/** What the format of spec packages says about each place of one. */
export const specSchemaAt: SchemaAt = readSchema(specPackageSchema as unknown as JsonSchema);

/** Completes names and values of a spec package, and colours its expressions. */
export const editorHelp: Extension = [completeFrom(() => specSchemaAt), highlightCel];
