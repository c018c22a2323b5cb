import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonSchema } from "@assay/contract";

const folder = join(import.meta.dirname, "../../../../../shared/data/json-schema-test-suite/draft2020-12");

/** A schema of the official JSON Schema test suite, with the values that it must accept or refuse. */
export interface SuiteGroup {
  /** The file's name without `.json`. */
  readonly file: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

/** Why tests of the suite are skipped, or false when its files are there. */
export const suiteSkipReason: string | false = existsSync(folder)
  ? false
  : "the JSON Schema test suite is not beside the repository, in shared/data/json-schema-test-suite";

/** The groups of the suite, in the order of its files; `below` names a folder inside, the optional ones are not included. */
export function suiteGroups(below = ""): readonly SuiteGroup[] {
  if (suiteSkipReason) return [];
  return readdirSync(join(folder, below))
    .filter((name) => name.endsWith(".json"))
    .sort()
    .flatMap((name) => {
      const groups = JSON.parse(readFileSync(join(folder, below, name), "utf8")) as readonly Omit<SuiteGroup, "file">[];
      return groups.map((group) => ({ ...group, file: name.replace(/\.json$/, "") }));
    });
}
