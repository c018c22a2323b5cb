import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic } from "@assay/contract";
import { engine } from "@assay/testing/cases/run-case";
import { unseenDomains } from "@assay/testing/corpora/unseen-domains";
import { checkFixes, valueAt } from "../test/check-fixes.ts";

for (const { name, spec, registry, drafts } of unseenDomains()) {
  test(`finds the mistakes in drafts for ${name}, and fixes only what says the same in another form`, () => {
    for (const { id, candidate, intended, open, fixed } of drafts) {
      const draft = `${name} ${id}`;
      const { valid } = engine.validate({ spec, registry, candidate });
      const { diagnostics, faults, repaired } = checkFixes({ spec, registry, candidate });
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      const actual = {
        draft,
        valid,
        open: listPlaces(errors.filter(({ fix }) => fix === undefined)),
        fixed: listPlaces(errors.filter(({ fix }) => fix !== undefined)),
        faults,
      };
      const isValid = open.length + fixed.length === 0;
      assert.deepEqual(actual, { draft, valid: isValid, open, fixed, faults: [] });
      for (const { path } of diagnostics.flatMap(({ fix = [] }) => fix)) {
        assert.deepEqual(valueAt(repaired, path), valueAt(intended, path), `${draft}: the fix at ${path}`);
      }
      assert.equal(engine.validate({ spec, registry, candidate: repaired }).valid, open.length === 0, draft);
    }
  });
}

function listPlaces(errors: readonly Diagnostic[]): readonly string[] {
  return errors.flatMap(({ code, path, paths = [path] }) => paths.map((place) => `${code} ${place}`)).sort();
}
