import { limits } from "@assay/contract";
import type { Checked, RegistryState, RulesState } from "../session/state.ts";
import { titleOf } from "../workbench/headline.ts";

/** What the verdict is based on, in one line. */
export function StatusBar({ checked, rules, digest, registry, bytes, isChecking, now }: Props) {
  return (
    <footer class="status">
      <span>{checkedText(checked, registry, isChecking)}</span>
      {rules.kind === "ready" && (
        <span>
          {`rules ${rules.document.version} `}
          {digest !== undefined && <code>{digest.replace("sha256:", "").slice(0, 8)}</code>}
        </span>
      )}
      <span>{registryText(registry, now)}</span>
      <span class={bytes > limits.bodyBytes ? "is-invalid" : ""}>
        {`${group(bytes)} of ${group(limits.bodyBytes)} bytes`}
      </span>
      <span class="grow">your draft stays in this page unless you check it with the service</span>
    </footer>
  );
}

interface Props {
  readonly checked: Checked | undefined;
  readonly rules: RulesState;
  /** The digest of the rules. */
  readonly digest: string | undefined;
  readonly registry: RegistryState;
  readonly bytes: number;
  readonly isChecking: boolean;
  readonly now: number;
}

function checkedText(checked: Checked | undefined, registry: RegistryState, isChecking: boolean): string {
  if (checked === undefined) return isChecking ? "checking…" : "not checked yet";
  const { result } = checked;
  if (result.kind === "verdict") return `checked in this page in ${Math.max(1, Math.round(result.ms))} ms`;
  const title = titleOf(checked, registry);
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

function registryText(registry: RegistryState, now: number): string {
  switch (registry.kind) {
    case "not-published":
      return "registry: only the service looks up ids";
    case "loading":
      return "registry: loading…";
    case "failed":
      return "registry: unavailable";
    case "ready":
      return `registry: loaded ${Math.max(0, Math.round((now - registry.loadedAt) / 1_000))} s ago`;
  }
}

function group(number: number): string {
  return number.toLocaleString("en");
}
