import type { Workbench } from "../workbench/create-workbench.ts";

/** Shows what the page is still waiting for, or what failed and what still works. */
export function Loading({ workbench: { session } }: { readonly workbench: Workbench }) {
  const { value: engine } = session.engine;
  const { value: rules } = session.rules;
  const { value: notice } = session.notice;
  const hasFailed = engine.kind === "failed" || rules.kind === "failed";
  const isLoading = engine.kind === "loading" || rules.kind === "loading";
  return (
    <section class="card loading" aria-label="Loading">
      <h2>
        {hasFailed || notice !== undefined
          ? "This page cannot check the draft"
          : isLoading
            ? "Loading the rules and the engine…"
            : "Checking the draft…"}
      </h2>
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
      {hasFailed && (
        <button type="button" class="primary" onClick={session.retry}>
          Try again
        </button>
      )}
    </section>
  );
}
