import { type DiagnosticCode, diagnosticCatalogue, type JsonObject, type RegistryRange } from "@assay/contract";
import { lookalikeKey, rangeOf } from "@assay/engine";
import { exampleInput, exampleRules } from "@assay/testing/cases/catalogue-examples";
import { registryFile } from "@assay/testing/cases/golden-cases";
import { registryRange } from "@assay/testing/cases/registry-ranges";
import { sha256 } from "@assay/testing/sha256";

/** What the page needs to open the example of a diagnostic, whichever domains its service has. */
export interface WorkbenchExamples {
  /** The rules of all examples that bring none of their own. */
  readonly specPackage: JsonObject;
  /** The ranges that hold an id; all others are empty. */
  readonly registry: { readonly revision: string; readonly ranges: readonly RegistryRange[] };
  readonly examples: {
    readonly [code: string]: { readonly title: string; readonly text: string; readonly specPackage?: JsonObject };
  };
}

/** For every code of the catalogue, a candidate that triggers it. */
export function workbenchExamples(): WorkbenchExamples {
  const registry = registryFile();
  const ids = [...registry.entries, ...registry.pending].map(({ id }) => id);
  const names = new Set(ids.map((id) => rangeOf(lookalikeKey(id), sha256)));
  const codes = Object.keys(diagnosticCatalogue) as DiagnosticCode[];
  return {
    specPackage: exampleRules(),
    registry: { revision: registry.revision, ranges: [...names].sort().map((name) => registryRange(registry, name)) },
    examples: Object.fromEntries(
      codes.map((code) => {
        const { candidate, specPackage } = exampleInput(code);
        const text = `${JSON.stringify(candidate, undefined, 2)}\n`;
        return [code, { title: diagnosticCatalogue[code].title, text, ...(specPackage && { specPackage }) }];
      }),
    ),
  };
}
