import { type DiagnosticCode, diagnosticCatalogue, type JsonObject, type Registry } from "@assay/contract";
import { exampleInput, exampleRules } from "@assay/testing/cases/catalogue-examples";
import { registryFile } from "@assay/testing/cases/golden-cases";

/** What the page needs to open the example of any diagnostic, even if the service has no domain for it. */
export interface WorkbenchExamples {
  /** The rules for examples that come without a spec package. */
  readonly specPackage: JsonObject;
  readonly registry: Registry;
  readonly examples: {
    readonly [code: string]: { readonly title: string; readonly text: string; readonly specPackage?: JsonObject };
  };
}

/** Creates an example for every code in the catalogue: a candidate that triggers the code. */
export function workbenchExamples(): WorkbenchExamples {
  const codes = Object.keys(diagnosticCatalogue) as DiagnosticCode[];
  return {
    specPackage: exampleRules(),
    registry: registryFile(),
    examples: Object.fromEntries(
      codes.map((code) => {
        const { candidate, specPackage } = exampleInput(code);
        const text = `${JSON.stringify(candidate, undefined, 2)}\n`;
        return [code, { title: diagnosticCatalogue[code].title, text, ...(specPackage && { specPackage }) }];
      }),
    ),
  };
}
