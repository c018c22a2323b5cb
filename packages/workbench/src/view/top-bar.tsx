import { useSignal } from "@preact/signals";
import { basePath, qualifiedName } from "../page/page-config.ts";
import { switchTheme } from "../page/theme.ts";
import type { Workbench } from "../workbench/create-workbench.ts";
import { Icon } from "./icons.tsx";
import { showResults } from "./show-results.ts";

/** The top bar: domain, examples, links to other pages, and actions. On a phone, all but the domain is in a menu. */
export function TopBar({ workbench }: { readonly workbench: Workbench }) {
  const { config, session, actions } = workbench;
  const base = basePath(config);
  const hasKey = workbench.service.caller.value !== undefined;
  const { value: domain } = session.domain;
  const { value: examples } = workbench.examples;
  const isOpen = useSignal(false);
  return (
    <header class="bar">
      <button type="button" class="skip" onClick={showResults}>
        Skip to the verdict
      </button>
      <a class="brand" href={`${base}/`}>
        <span class="bead" aria-hidden="true" />
        <strong>Assay</strong>
      </a>
      <button
        type="button"
        class="menu-button"
        aria-expanded={isOpen.value}
        aria-controls="menu"
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        Menu
      </button>
      <h1>Check a proposal</h1>
      <label>
        <span class="hidden">Domain</span>
        <select
          value={domain ? qualifiedName(domain) : ""}
          onChange={({ currentTarget }) => workbench.selectDomain(currentTarget.value)}
        >
          {config.domains.map((entry) => (
            <option key={qualifiedName(entry)} value={qualifiedName(entry)}>
              {`${entry.targetProduct} · ${entry.domainId}`}
            </option>
          ))}
        </select>
      </label>
      <div class={isOpen.value ? "menu is-open" : "menu"} id="menu">
        <label>
          <span class="hidden">Examples</span>
          <select
            value=""
            disabled={examples.length === 0}
            onChange={({ currentTarget }) => {
              workbench.openExample(Number(currentTarget.value));
              currentTarget.value = "";
            }}
          >
            <option value="">Examples…</option>
            {[true, false].map((isAccepted) => (
              <optgroup key={String(isAccepted)} label={isAccepted ? "Accepted" : "Refused, by property"}>
                {examples.map((example, index) =>
                  example.isAccepted === isAccepted ? (
                    <option key={example.name} value={index}>
                      {example.name}
                    </option>
                  ) : null,
                )}
              </optgroup>
            ))}
          </select>
        </label>
        <nav aria-label="Pages">
          <a href={`${base}/docs`}>Docs</a>
          <a href={`${base}/docs/api`}>API</a>
          <a href={`${base}/docs/codes`}>Codes</a>
        </nav>
        <label class="file">
          Open
          <input
            type="file"
            accept=".json,application/json"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file) workbench.openFile(file);
              // Without this, choosing the same file again would not fire the event.
              currentTarget.value = "";
            }}
          />
        </label>
        <button type="button" onClick={actions.save}>
          Save
        </button>
        <button type="button" onClick={actions.askForKey} aria-pressed={hasKey}>
          <Icon name="key" />
          {hasKey ? "Key in use" : "Key"}
        </button>
        <button type="button" class="icon-only" onClick={switchTheme} aria-label="Switch between light and dark">
          <Icon name="theme" />
        </button>
      </div>
    </header>
  );
}
