import type { EngineState, RulesState } from "../session/state.ts";
import { Icon } from "./icons.tsx";

/** What the page still waits for, and what failed and what still works then. */
export function LoadingSteps({ engine, rules, notice, retry }: Props) {
  return (
    <section class="card loading" aria-label="Loading">
      <h2>{titleOf(engine, rules, notice)}</h2>
      <ul class="steps">
        <Step
          state={engine.kind}
          loading="Loading the engine"
          ready="The engine is loaded"
          failed="The engine failed"
        />
        <Step
          state={rules.kind}
          loading="Loading the rules"
          ready="The rules are loaded"
          failed="The rules could not be loaded"
        />
      </ul>
      {notice !== undefined && <p role="alert">{notice}</p>}
      {engine.kind === "failed" && (
        <p role="alert">
          {engine.reason} You can still edit the draft, save it, and check it with the service: <kbd>Ctrl</kbd>+
          <kbd>Enter</kbd>.
        </p>
      )}
      {rules.kind === "failed" && (
        <p role="alert">{`${rules.reason} You can still edit the draft, save it, and choose another domain.`}</p>
      )}
      {(engine.kind === "failed" || rules.kind === "failed") && (
        <button type="button" class="primary" onClick={retry}>
          Try again
        </button>
      )}
    </section>
  );
}

interface Props {
  readonly engine: EngineState;
  readonly rules: RulesState;
  /** Why there is no verdict although everything is loaded. */
  readonly notice?: string | undefined;
  retry(): void;
}

function titleOf(engine: EngineState, rules: RulesState, notice: string | undefined): string {
  if (engine.kind === "failed" || rules.kind === "failed" || notice !== undefined)
    return "This page cannot check the draft";
  return engine.kind === "loading" || rules.kind === "loading" ? "Getting ready" : "Checking the draft";
}

function Step({ state, loading, ready, failed }: StepProps) {
  switch (state) {
    case "loading":
      return (
        <li>
          <span class="spinner" aria-hidden="true" />
          {`${loading}…`}
        </li>
      );
    case "ready":
      return (
        <li class="is-valid">
          <Icon name="valid" />
          {ready}
        </li>
      );
    case "failed":
      return (
        <li class="is-invalid">
          <Icon name="invalid" />
          {failed}
        </li>
      );
  }
}

interface StepProps {
  readonly state: "loading" | "ready" | "failed";
  readonly loading: string;
  readonly ready: string;
  readonly failed: string;
}
