import { limits } from "@assay/contract";
import type { CheckResult } from "../engine/messages.ts";
import type { RegistryState, RulesState } from "../session/state.ts";

/** What the verdict is based on, in one line. */
export function StatusBar({ result, rules, digest, registry, bytes, isChecking, hasService, now }: Props) {
  return (
    <footer class="status">
      <span>{checkedText(result, isChecking, bytes)}</span>
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
      <span class="grow">{`your draft stays in this page${hasService ? " unless you check it with the service" : ""}`}</span>
    </footer>
  );
}

interface Props {
  readonly result: CheckResult | undefined;
  readonly rules: RulesState;
  /** The digest of the rules. */
  readonly digest: string | undefined;
  readonly registry: RegistryState;
  readonly bytes: number;
  readonly isChecking: boolean;
  readonly hasService: boolean;
  readonly now: number;
}

function checkedText(result: CheckResult | undefined, isChecking: boolean, bytes: number): string {
  if (bytes === 0) return "nothing to check yet";
  if (result?.kind === "unreadable") return "not JSON yet";
  if (result === undefined) return isChecking ? "checking…" : "not checked yet";
  return `checked in this page in ${Math.max(1, Math.round(result.ms))} ms`;
}

function registryText(registry: RegistryState, now: number): string {
  switch (registry.kind) {
    case "not-published":
      return "registry: only the service looks up ids";
    case "idle":
      return "registry: nothing to look up yet";
    case "loading":
      return "registry: looking up the id…";
    case "failed":
      return "registry: unavailable";
    case "ready":
      return `registry ${registry.revision}, ${Math.max(0, Math.round((now - registry.fetchedAt) / 1_000))} s ago`;
  }
}

function group(number: number): string {
  return number.toLocaleString("en");
}
