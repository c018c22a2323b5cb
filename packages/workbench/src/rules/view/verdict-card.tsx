import { summarizeTests } from "@assay/engine";
import { Icon } from "../../view/icons.tsx";
import { packageTitle } from "../create-rules-view.ts";
import type { CheckedPackage } from "../messages.ts";

/** What the service would do with the package. */
export function VerdictCard({ result }: { readonly result: CheckedPackage }) {
  const { isAccepted, canTry, tests, digest } = result;
  const summary = summarizeTests({ kind: isAccepted ? "ok" : "broken", tests, ...(canTry && { rejectedSpec: true }) });
  return (
    <section class={`card verdict ${isAccepted ? "is-valid" : "is-invalid"}`} aria-labelledby="verdict">
      <h2 id="verdict">
        <Icon name={isAccepted ? "valid" : "invalid"} />
        {packageTitle(result)}
      </h2>
      <p class="muted" id="tests-summary">
        {summary}
      </p>
      {!isAccepted && <p class="muted">The last good package would stay in force.</p>}
      {digest !== undefined && <code class="package-digest">{digest}</code>}
    </section>
  );
}
