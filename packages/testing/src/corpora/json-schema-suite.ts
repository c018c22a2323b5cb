import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonSchema } from "@assay/contract";

const folder = join(import.meta.dirname, "../../../../../shared/data/json-schema-test-suite/draft2020-12");

/** A schema in the official JSON Schema test suite, with values that it must accept or refuse. */
export interface SuiteGroup {
  /** The name of the file, without `.json`. */
  readonly file: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

/** The reason to skip tests of the suite, or false if its files exist. */
export const suiteSkipReason: string | false = existsSync(folder)
  ? false
  : "the JSON Schema test suite (shared/data/json-schema-test-suite next to the repository) is missing";

/** Reads the groups in a folder of the suite, in the order of its files, without subfolders. */
export function suiteGroups(path = ""): readonly SuiteGroup[] {
  if (suiteSkipReason) return [];
  return readdirSync(join(folder, path))
    .filter((name) => name.endsWith(".json"))
    .sort()
    .flatMap((name) => {
      const groups = JSON.parse(readFileSync(join(folder, path, name), "utf8")) as readonly Omit<SuiteGroup, "file">[];
      return groups.map((group) => ({ ...group, file: name.replace(/\.json$/, "") }));
    });
}
