import { limits } from "@assay/contract";
import type { RulesView } from "../create-rules-view.ts";

/** What was done, and the size of the package. */
export function StatusBar({ view }: { readonly view: RulesView }) {
  const { value: checked } = view.session.checked;
  const bytes = new TextEncoder().encode(view.text.value).length;
  const { bytes: most } = limits.specPackage;
  return (
    <footer class="status">
      <span>
        {checked === undefined
          ? "not checked yet"
          : `compiled, linted and tested in ${Math.max(1, Math.round(checked.result.ms))} ms`}
      </span>
      <span class={bytes > most ? "is-invalid" : ""}>
        {`${bytes.toLocaleString("en")} of ${most.toLocaleString("en")} bytes`}
      </span>
      <span class="grow">your rules stay in this page</span>
    </footer>
  );
}
