import { limits } from "@assay/contract";
import type { CheckedText, RegistryState } from "../session/state.ts";
import type { Workbench } from "../workbench/create-workbench.ts";
import { formatTitle } from "../workbench/headline.ts";

/** Shows what the verdict is based on, in one line. */
export function StatusBar({ workbench: { session, text } }: { readonly workbench: Workbench }) {
  const { value: rules } = session.rules;
  const digest = session.domain.value?.specPackage?.digest;
  const bytes = new TextEncoder().encode(text.value).length;
  return (
    <footer class="status small">
      <span>{formatChecked(session.checked.value, session.isChecking.value)}</span>
      {rules.kind === "ready" && (
        <span>
          {`rules ${rules.document.version} `}
          {digest !== undefined && <code>{digest.replace("sha256:", "").slice(0, 8)}</code>}
        </span>
      )}
      <span>{registryTexts[session.registry.value.kind]}</span>
      <span class={bytes > limits.bodyBytes ? "is-invalid" : ""}>
        {`${bytes.toLocaleString("en")} of ${limits.bodyBytes.toLocaleString("en")} bytes`}
      </span>
      <span class="grow">no draft is sent until you check with the service</span>
    </footer>
  );
}

function formatChecked(checked: CheckedText | undefined, isChecking: boolean): string {
  if (checked === undefined) return isChecking ? "checking…" : "not checked yet";
  const { result } = checked;
  if (result.kind === "verdict") return `checked in this page in ${Math.max(1, Math.round(result.ms))} ms`;
  const title = formatTitle(checked);
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

const registryTexts: { readonly [kind in RegistryState["kind"]]: string } = {
  "not-published": "registry: only the service looks up ids",
  loading: "registry: loading…",
  failed: "registry: unavailable",
  ready: "registry: loaded",
};
