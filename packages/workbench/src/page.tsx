// A page that shows the states of its parts.
import { render } from "preact";
import type { ServiceFacts } from "./service-facts.ts";
import { createSession } from "./session.ts";
import "./page.css";

declare const trustedTypes:
  | { createPolicy(name: string, rules: { createScriptURL(path: string): string }): TrustedTypePolicy }
  | undefined;
interface TrustedTypePolicy {
  createScriptURL(path: string): string;
}

const facts = JSON.parse(document.getElementById("facts")?.textContent ?? "{}") as ServiceFacts;
const rules = {
  createScriptURL(path: string): string {
    if (path === facts.worker) return path;
    throw new TypeError("This is not the worker of this page.");
  },
};
const policy = typeof trustedTypes === "undefined" ? rules : trustedTypes.createPolicy("assay-worker", rules);
const session = createSession({
  facts,
  startWorker: () => new Worker(policy.createScriptURL(facts.worker), { type: "module" }),
  fetch: (...request) => fetch(...request),
  now: () => Date.now(),
});

function Page() {
  return (
    <main>
      <h1>Assay workbench</h1>
      <textarea
        aria-label="Candidate"
        rows={20}
        cols={80}
        onInput={(event) => session.edit(event.currentTarget.value)}
      />
      <p id="engine">Engine: {session.engine.value.kind}</p>
      <p id="rules">Rules: {session.rules.value.kind}</p>
      <p id="registry">Registry: {session.registry.value.kind}</p>
      <pre id="checked">{JSON.stringify(session.checked.value?.result, undefined, 2)}</pre>
    </main>
  );
}

const root = document.getElementById("page");
if (root) render(<Page />, root);
const [first] = facts.domains;
if (first) session.selectDomain(first);
